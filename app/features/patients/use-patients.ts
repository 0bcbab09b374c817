import { useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { whyOf } from '#app/lib/api.ts'
import { usePagedList } from '#app/ui/use-paged-list.ts'
import type { patientsReply } from '#domain/patient/contract.ts'
import { nameMatches } from '#domain/patient/patient.ts'
import { type PatientsAsked, searchPatients } from './calls.ts'

export type PatientsPage = z.output<typeof patientsReply>

const keyOf = ({ query, archived }: PatientsAsked) => `${archived ? 'archived' : 'active'} ${query}`

/** The doctor's patients for a search. The shown items always match the current text. */
export function usePatients(initial: PatientsPage | null, initialFailure: string | null) {
  const [text, setText] = useState('')
  const [archived, setArchived] = useState(false)
  const [counts, setCounts] = useState(initial?.counts ?? null)
  // Typing does not change the totals, so they are counted once.
  const mustCount = useRef(counts === null)
  const request = { query: text.trim(), archived }
  const { page, refresh, ...list } = usePagedList<PatientsPage>({
    key: keyOf(request),
    load: async (cursor, signal) => {
      const answer = await searchPatients(request, { cursor, counts: mustCount.current && cursor === null }, signal)
      if (answer.counts) {
        mustCount.current = false
        setCounts(answer.counts)
      }
      return answer
    },
    why: whyOf,
    matches: (patient) => (patient.archived_at !== null) === archived && nameMatches(patient.name, request.query),
    initialKey: keyOf({ query: '', archived: false }),
    initial,
    initialFailure,
  })
  return {
    ...list,
    /** Reloads after a change. */
    refresh: () => {
      mustCount.current = true
      return refresh()
    },
    text,
    setText,
    archived,
    setArchived,
    counts,
    hasMore: list.answered && page !== null && page.next !== null,
  }
}
