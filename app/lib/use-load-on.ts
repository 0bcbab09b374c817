import { useEffect, useEffectEvent, useRef } from 'react'

/** Loads before the end is visible, so that scrolling does not wait. */
const AHEAD = '800px'

/** A place at the end of a list: calls `load` when it comes near; `again` changes when the list has grown. */
export function useLoadOn(load: () => void, again: unknown) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that has grown may still end within sight, and an observer tells once.
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && near(), {
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [again])
  return end
}
