import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { whyOf } from '#app/lib/api.ts'
import { usePagedList } from '#app/ui/use-paged-list.ts'
import { searchConsultations } from './calls.ts'
import { addressOf, type Filters, filtersIn, keyOf, noFilters } from './filters.ts'
import { type HistoryPage, leave, leftAt } from './list-memory.ts'

export type HistoryStart = {
  doctorId: string
  /** The server's first page and its query. */
  initial: HistoryPage | null
  failure: string | null
  filters: Filters
}

/** The list with its filters: those in the address, and the typed text, which stays out of it. */
export function useHistory({ doctorId, initial, failure, filters: asked }: HistoryStart) {
  const entry = useLocation().key
  const [back] = useState(() => leftAt(entry, doctorId))
  const [address, setAddress] = useSearchParams()
  const [text, setText] = useState(back?.text ?? '')
  const [opened, setOpened] = useState<ReadonlySet<string>>(back?.opened ?? new Set<string>())
  const filters = filtersIn(address)
  const query = text.trim()
  const key = keyOf(query, filters)
  const list = usePagedList<HistoryPage>({
    key,
    load: (cursor, signal) => searchConsultations(query, filters, cursor, signal),
    why: whyOf,
    initialKey: back?.key ?? keyOf('', asked),
    initial: back?.page ?? initial,
    initialFailure: back ? null : failure,
  })

  // An action on the opened page may have changed the list.
  const { refresh, page, pageKey } = list
  const refreshed = useRef(!back)
  useEffect(() => {
    if (refreshed.current) return
    refreshed.current = true
    void refresh()
  }, [refresh])

  // Takes the page's own key: newer text may not be answered yet.
  const now = useRef({ text, page, pageKey, opened })
  now.current = { text, page, pageKey, opened }
  useEffect(
    () => () => {
      const { page, pageKey, ...rest } = now.current
      if (page && pageKey) leave(entry, { doctorId, page, key: pageKey, ...rest })
    },
    [entry, doctorId],
  )

  const setOpen = useCallback(
    (id: string, open: boolean) =>
      setOpened((before) => {
        const after = new Set(before)
        if (open) after.add(id)
        else after.delete(id)
        return after
      }),
    [],
  )

  return {
    list,
    text,
    setText,
    filters,
    narrowed: query !== '' || filters.type !== 'all' || filters.state !== 'all',
    /** Replaces the history entry: going back leaves the list instead of undoing a filter. */
    setFilters: (next: Partial<Filters>) =>
      setAddress(addressOf({ ...filters, ...next }), { replace: true, preventScrollReset: true }),
    clear: () => {
      setText('')
      setAddress(addressOf({ ...noFilters, patientId: filters.patientId }), { replace: true, preventScrollReset: true })
    },
    opened,
    setOpen,
  }
}
