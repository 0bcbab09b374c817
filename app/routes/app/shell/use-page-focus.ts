import { useEffect, useRef } from 'react'
import { hasOpenPopup } from '#app/lib/keyboard.ts'

/** A new page begins at its heading, also for who hears it; what the page itself put the focus into keeps it. */
export function usePageFocus(place: string): void {
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    if (hasOpenPopup() || document.activeElement?.matches('input, textarea, select')) return
    const main = document.getElementById('conteudo')
    const heading = main?.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    ;(heading ?? main)?.focus({ preventScroll: true })
  }, [place])
}
