import { useEffect, useRef } from 'react'
import { hasOpenPopup } from '#app/lib/keyboard.ts'
import { giveFocus, pageHeading } from '#app/ui/lost-focus.ts'

/** Moves the focus to the heading of a new page, also for screen readers, unless the page has taken the focus. */
export function usePageFocus(place: string): void {
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    if (hasOpenPopup() || document.activeElement?.matches('input, textarea, select')) return
    const start = pageHeading() ?? document.getElementById('conteudo')
    if (start) giveFocus(start)
  }, [place])
}
