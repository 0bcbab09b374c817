import { useLocation } from 'react-router'

type Address = { pathname: string; search: string }

/** The consultation that is on the screen, open or finished. */
function consultationAt({ pathname, search }: Address): string | null {
  if (pathname === '/app/dashboard') return new URLSearchParams(search).get('consulta')
  return /^\/app\/history\/([^/]+)$/.exec(pathname)?.[1] ?? null
}

/** Names the screen: what else an address says, such as a list's filters, leads nowhere else. */
export const placeOf = (address: Address): string => `${address.pathname} ${consultationAt(address) ?? ''}`

/** True for screens that record or edit: their code must be loaded before the network fails. */
export const isWorkPlace = (place: string): boolean => /^\/app\/(dashboard|history\/)/.test(place)

/** Where the doctor is, and the consultation that is on the screen, also over a list. */
export function usePlace(): { place: string; shown: string | null } {
  const address = useLocation()
  const over = address.pathname === '/app/history' ? new URLSearchParams(address.search).get('detalhes') : null
  return { place: placeOf(address), shown: over ?? consultationAt(address) }
}

/** The consultation on the screen, when it is open: it has a session of its own. */
export function useConsultationHere(open: readonly { id: string }[]): string | null {
  const { place, shown } = usePlace()
  return place.startsWith('/app/dashboard') && open.some(({ id }) => id === shown) ? shown : null
}
