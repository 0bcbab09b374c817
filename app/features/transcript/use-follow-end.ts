import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** This close to the end counts as being there. */
const NEAR_END_PX = 20
/** So long after a person scrolled, nothing scrolls by itself. */
const USER_SCROLL_MS = 1_000

/**
 * Keeps the newest line in view unless the person has scrolled away. Below 900 px it is the page that scrolls: as long
 * as there is no `content`, what stands above the transcript is what matters.
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  content: string | null,
): { following: boolean; toEnd: () => void } {
  const [following, setFollowing] = useState(true)
  const follows = useRef(true)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)

  const toEnd = useCallback(() => {
    const scroller = scrollerOf(box.current)
    if (scroller) scroller.scrollTop = scroller.scrollHeight
    follows.current = true
    setFollowing(true)
  }, [box])

  useEffect(() => {
    const touched = () => {
      touchedAt.current = performance.now()
    }
    let before = scrollerOf(box.current)?.scrollTop ?? 0
    const scrolled = () => {
      const scroller = scrollerOf(box.current)
      if (!scroller) return
      const upwards = scroller.scrollTop < before
      before = scroller.scrollTop
      const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_END_PX
      // Only a person leaves the end, and by going up: lines that grow or come in do not.
      if (!near && (!upwards || performance.now() - touchedAt.current > USER_SCROLL_MS)) return
      follows.current = near
      setFollowing(near)
    }
    const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const gesture of gestures) addEventListener(gesture, touched, { passive: true })
    addEventListener('scroll', scrolled, { passive: true, capture: true })
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, touched)
      removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [box])

  useEffect(() => {
    if (content === null || !follows.current) return
    const scroller = scrollerOf(box.current)
    if (scroller) scroller.scrollTop = scroller.scrollHeight
  }, [box, content])

  return { following, toEnd }
}

function scrollerOf(box: HTMLElement | null): Element | null {
  if (!box) return null
  return getComputedStyle(box).overflowY === 'auto' ? box : document.scrollingElement
}
