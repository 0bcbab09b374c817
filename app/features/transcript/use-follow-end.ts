import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** This close to the end counts as being there. */
const NEAR_END_PX = 20
/** After a person scrolls, nothing scrolls by itself for this long, in ms. */
const USER_SCROLL_MS = 1_000

/**
 * Keeps the newest line in view unless the person has scrolled away. The position where a person's scrolling ends
 * decides; only the next line scrolls again. Below 900 px the page itself scrolls: without lines to follow it stays at
 * its top.
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  lines: RefObject<HTMLElement | null>,
  on: boolean,
): { away: boolean; toEnd: () => void } {
  const [away, setAway] = useState(false)
  const follows = useRef(true)
  /** The position of our own scroll, to tell its event from a person's. */
  const own = useRef<number | null>(null)
  const scrollToEnd = useCallback((scroller: Element) => {
    const from = scroller.scrollTop
    scroller.scrollTop = scroller.scrollHeight
    if (scroller.scrollTop !== from) own.current = scroller.scrollTop
  }, [])
  const toEnd = useCallback(() => {
    const scroller = scrollerOf(box.current)
    if (scroller) scrollToEnd(scroller)
    follows.current = true
    setAway(false)
  }, [box, scrollToEnd])

  useEffect(() => {
    if (!on || !box.current || !lines.current) return
    let gestureAt = Number.NEGATIVE_INFINITY
    let scrolledAt = Number.NEGATIVE_INFINITY
    let before = placeIn(scrollerOf(box.current))
    const gesture = () => {
      gestureAt = performance.now()
    }
    const onScroll = ({ target }: Event) => {
      const scroller = scrollerOf(box.current)
      if (!scroller || (target === document ? document.scrollingElement : target) !== scroller) return
      const last = before
      before = placeIn(scroller)
      const near = isNear(scroller)
      setAway(!near)
      const ours = own.current === before.top
      own.current = null
      if (ours) return
      const now = performance.now()
      const byGesture = now - Math.max(gestureAt, scrolledAt) <= USER_SCROLL_MS
      // Upward movement without a recent gesture is a person's too (the browser's search, a screen reader, a held
      // scrollbar). Growing lines scroll down, and shrinking content moves the view by no more than it shrank.
      const upwards = last.top - before.top > (byGesture ? 0 : Math.max(0, last.height - before.height) + 1)
      if (byGesture ? near || upwards || !follows.current : upwards && !near) scrolledAt = now
      if (near) follows.current = true
      else if (upwards) follows.current = false
    }
    const sizeObserver = new ResizeObserver(() => {
      const scroller = scrollerOf(box.current)
      if (!scroller) return
      if (follows.current && performance.now() - scrolledAt > USER_SCROLL_MS) scrollToEnd(scroller)
      before = placeIn(scroller)
      setAway(!isNear(scroller))
    })
    sizeObserver.observe(lines.current)
    sizeObserver.observe(box.current)
    const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const one of gestures) addEventListener(one, gesture, { passive: true, capture: true })
    addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => {
      sizeObserver.disconnect()
      for (const one of gestures) removeEventListener(one, gesture, { capture: true })
      removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [box, lines, on, scrollToEnd])

  return { away, toEnd }
}

const isNear = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END_PX

const placeIn = (scroller: Element | null) => ({
  top: scroller?.scrollTop ?? 0,
  height: scroller?.scrollHeight ?? 0,
})

function scrollerOf(box: HTMLElement | null): Element | null {
  if (!box) return null
  return getComputedStyle(box).overflowY === 'auto' ? box : document.scrollingElement
}
