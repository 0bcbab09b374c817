import { useState } from 'react'
import type { z } from 'zod'
import { usePagedList } from '#app/lib/use-paged-list.ts'
import type { patientsReply } from '#domain/patient/contract.ts'
import { nameMatches } from '#domain/patient/patient.ts'
import { type PatientsAsked, searchPatients } from './calls.ts'

export type PatientsPage = z.output<typeof patientsReply>
type AnsweredPage = PatientsPage & { asked: PatientsAsked }

const ALL: PatientsAsked = { query: '', archived: false }
const keyOf = ({ query, archived }: PatientsAsked) => `${archived ? 'archived' : 'active'} ${query}`

/** The doctor's patients as they are searched for: what is shown always answers the text as it stands. */
export function usePatients(initial: PatientsPage | null, initialFailure: string | null) {
  const [text, setText] = useState('')
  const [archived, setArchived] = useState(false)
  const asked = { query: text.trim(), archived }
  const { page, ...list } = usePagedList<AnsweredPage>({
    key: keyOf(asked),
    load: async (cursor, signal) => ({ ...(await searchPatients(asked, cursor, signal)), asked }),
    initialKey: keyOf(ALL),
    initial: initial && { ...initial, asked: ALL },
    initialFailure,
  })
  const answered = page !== null && keyOf(page.asked) === keyOf(asked)
  const kept = page?.asked.archived === archived ? page.items.filter(({ name }) => nameMatches(name, asked.query)) : []
  return {
    ...list,
    text,
    setText,
    archived,
    setArchived,
    counts: page?.counts ?? null,
    /** Of an older text only those that answer this one too. */
    items: answered ? page.items : kept,
    answered,
    hasMore: answered && page.next !== null,
  }
}
