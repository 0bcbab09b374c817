import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod/mini'
import { api, read, whyOf } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { usePagedList } from '#app/ui/use-paged-list.ts'
import {
  type ConsultationType,
  consultationsReply,
  consultationTypes,
  type HistoryState,
} from '#domain/consultation/contract.ts'
import { DAY_MS, startOfDay } from '#domain/time.ts'

export type HistoryStart = {
  doctorId: string
  /** The server's first page and its query. */
  initial: HistoryPage | null
  failure: string | null
  filters: Filters
}

/** The list with its filters: those in the address, and the typed text, which stays out of it. */
export function useHistory({ doctorId, initial, failure, filters: asked }: HistoryStart) {
  const { zone } = useFormat()
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
    load: (cursor, signal) => {
      const call = api.api.consultations.search.$post(
        { json: { query, ...askedBy(filters, zone), cursor } },
        { init: { signal } },
      )
      return read(call, consultationsReply)
    },
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
    narrowed: query !== '' || filters.type !== 'all' || filters.state !== 'all' || filters.when !== 'all',
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

export type HistoryPage = z.output<typeof consultationsReply>
/** The list when the doctor left it, with its query, so that going back restores the same place. */
type Left = { doctorId: string; text: string; key: string; page: HistoryPage; opened: ReadonlySet<string> }

/** Stored only in this page's memory, because it holds names; by entry of the browser's history. */
const snapshots = new Map<string, Left>()
/** Older entries are dropped. */
const MOST = 10

function leave(entry: string, list: Left): void {
  snapshots.delete(entry)
  snapshots.set(entry, list)
  for (const oldest of [...snapshots.keys()].slice(0, -MOST)) snapshots.delete(oldest)
}

/** Returns only a list of the same doctor. */
function leftAt(entry: string, doctorId: string): Left | null {
  const list = snapshots.get(entry)
  return list?.doctorId === doctorId ? list : null
}

type TypeFilter = 'all' | ConsultationType
type StateFilter = 'all' | HistoryState
/** The search state in the address. The typed text is left out because it may contain a name. */
export type Filters = { type: TypeFilter; state: StateFilter; when: When; patientId: string | null }
const noFilters: Filters = { type: 'all', state: 'all', when: 'all', patientId: null }

export const stateLabels: Record<HistoryState, string> = {
  active: 'Em andamento',
  waiting: 'Aguardando estruturação',
  draft: 'Rascunho',
  signed: 'Assinada',
}
const stateWords: Record<HistoryState, string> = {
  active: 'andamento',
  waiting: 'aguardando',
  draft: 'rascunho',
  signed: 'assinada',
}

/** How far back the list goes, in days before today; its word in the address. */
const times = {
  today: { label: 'Hoje', word: 'hoje', days: 0 },
  week: { label: 'Últimos 7 dias', word: '7', days: 6 },
  month: { label: 'Últimos 30 dias', word: '30', days: 29 },
  year: { label: 'Últimos 12 meses', word: '365', days: 364 },
}
type When = 'all' | keyof typeof times
export const timeLabels = {
  all: 'Todas as datas',
  today: times.today.label,
  week: times.week.label,
  month: times.month.label,
  year: times.year.label,
} satisfies Record<When, string>

/** The filters as the API takes them, in the doctor's zone. */
export const askedBy = ({ when, ...filters }: Filters, zone: string) => ({
  ...filters,
  from: when === 'all' ? null : startOfDay(startOfDay(Date.now(), zone) - times[when].days * DAY_MS, zone),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function filtersIn(address: URLSearchParams): Filters {
  const type = consultationTypes.find((one) => one === address.get('tipo')) ?? 'all'
  const state = Object.entries(stateWords).find(([, word]) => word === address.get('situacao'))?.[0] ?? 'all'
  const when = Object.entries(times).find(([, { word }]) => word === address.get('quando'))?.[0] ?? 'all'
  const patient = address.get('paciente') ?? ''
  return { type, state: state as StateFilter, when: when as When, patientId: UUID.test(patient) ? patient : null }
}

function addressOf({ type, state, when, patientId }: Filters): Record<string, string> {
  return {
    ...(type !== 'all' && { tipo: type }),
    ...(state !== 'all' && { situacao: stateWords[state] }),
    ...(when !== 'all' && { quando: times[when].word }),
    ...(patientId && { paciente: patientId }),
  }
}

const keyOf = (query: string, { type, state, when, patientId }: Filters) =>
  JSON.stringify([query, type, state, when, patientId])
