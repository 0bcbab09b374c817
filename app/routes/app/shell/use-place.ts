import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { hasOpenPopup } from '#app/lib/keyboard.ts'
import { giveFocus, pageHeading } from '#app/ui/focus.ts'

type Address = { pathname: string; search: string }

/** The consultation that is on the screen, open or finished. */
function consultationAt({ pathname, search }: Address): string | null {
  if (pathname === '/app/dashboard') return new URLSearchParams(search).get('consulta')
  return /^\/app\/history\/([^/]+)$/.exec(pathname)?.[1] ?? null
}

/** Names the screen. Other parts of an address, such as a list's filters, do not change it. */
export const placeOf = (address: Address): string => `${address.pathname} ${consultationAt(address) ?? ''}`

/** True for screens that record or edit: their code must be loaded before the network fails. */
export const isWorkPlace = (place: string): boolean => /^\/app\/(dashboard|history\/)/.test(place)

/** The current screen, and the consultation on it, also over a list. */
export function usePlace(): { place: string; shown: string | null } {
  const address = useLocation()
  const over = address.pathname === '/app/history' ? new URLSearchParams(address.search).get('detalhes') : null
  return { place: placeOf(address), shown: over ?? consultationAt(address) }
}

/** The id of the open consultation on the screen, which has its own session. */
export function useConsultationHere(open: readonly { id: string }[]): string | null {
  const { place, shown } = usePlace()
  return place.startsWith('/app/dashboard') && open.some(({ id }) => id === shown) ? shown : null
}

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
