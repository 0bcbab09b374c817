import { useCallback, useEffect, useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { latest } from '#app/ui/latest.ts'
import type { Patient } from '#domain/patient/contract.ts'
import { getPatient } from './calls.ts'

/** The form's first values; null: a new patient. `typed`: a recent entry for the same person. */
export type Begun = { patient: Patient | null; typed?: Patient }
/** The form to open: an id from the list, whose rows are incomplete, or a complete patient. Null is closed. */
export type Editing = Begun | { id: string } | null

/** `begun` is null until the patient is read, or if reading failed. */
type Opened = { editing: Editing; begun: Begun | null; failure: string | null }

/** If the patient loads sooner, the dialog opens directly with its data. */
const SLOW_MS = 400

/** Shows the same content while the dialog closes. */
export function useOpened(editing: Editing) {
  const [opened, setOpened] = useState<Opened>({ editing: null, begun: null, failure: null })
  const [asking] = useState(latest)
  const load = useCallback(
    async (editing: { id: string }, patienceMs: number) => {
      const slow = setTimeout(() => setOpened({ editing, begun: null, failure: null }), patienceMs)
      const outcome = await asking.ask((signal) => getPatient(editing.id, signal))
      clearTimeout(slow)
      if (!outcome) return
      if ('answer' in outcome) setOpened({ editing, begun: { patient: outcome.answer }, failure: null })
      else setOpened({ editing, begun: null, failure: whyOf(outcome.error) })
    },
    [asking],
  )
  useEffect(() => {
    if (!editing) return
    if ('id' in editing) void load(editing, SLOW_MS)
    else setOpened({ editing, begun: editing, failure: null })
    return asking.stop
  }, [editing, load, asking])
  return {
    open: editing !== null && opened.editing === editing,
    begun: opened.begun,
    failure: opened.failure,
    retry: () => editing && 'id' in editing && void load(editing, 0),
  }
}
