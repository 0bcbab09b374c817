import { useEffect, useEffectEvent, useRef } from 'react'

/** Begins before the end is seen: who scrolls does not wait. */
const AHEAD = '800px'

/** A place at the end of a list: as it comes near, `load` is called; `again` names what it would come after. */
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
