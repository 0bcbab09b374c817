import { useLocation } from 'react-router'

/** Where the doctor is, and the consultation that is on the screen, open or finished. */
export function usePlace(): { place: string; shown: string | null } {
  const { pathname, search } = useLocation()
  const shown =
    pathname === '/app/dashboard'
      ? new URLSearchParams(search).get('consulta')
      : (/^\/app\/history\/([^/]+)$/.exec(pathname)?.[1] ?? null)
  return { place: pathname + search, shown }
}

/** The consultation on the screen, when it is open: it has a session of its own. */
export function useConsultationHere(open: readonly { id: string }[]): string | null {
  const { place, shown } = usePlace()
  return place.startsWith('/app/dashboard') && open.some(({ id }) => id === shown) ? shown : null
}
