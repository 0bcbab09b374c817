import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#app/lib/settings.ts'
import type { Draft } from './section-drafts.ts'
import type { RecordWork } from './use-record.ts'

export type Saving =
  | { name: 'never' }
  | { name: 'saving' }
  | { name: 'saved'; at: number }
  | { name: 'failed'; offline: boolean; message: string }

const SECOND_MS = 1_000

/**
 * Saves what is being written in a section at the doctor's interval and lets the writing go on. Not what is blank, nor
 * over what another window wrote, nor what was only found on this device: nobody has looked at that yet.
 */
export function useAutosave(work: RecordWork, key: string, draft: Draft | null, stale: boolean): Saving {
  const { autoSave, autoSaveInterval } = useSettings().transcription
  const [saving, setSaving] = useState<Saving>({ name: 'never' })
  const due =
    autoSave &&
    draft !== null &&
    draft.text !== draft.sent &&
    draft.text.trim() !== '' &&
    !draft.found &&
    !work.held &&
    !stale &&
    saving.name !== 'saving'

  const save = useRef(() => {})
  save.current = async () => {
    setSaving({ name: 'saving' })
    const failure = await work.autosave(key)
    setSaving(
      failure
        ? { name: 'failed', offline: failure.code === 'offline', message: failure.message }
        : { name: 'saved', at: Date.now() },
    )
  }
  // From its first unsaved key, not from its last: whoever writes without a pause is saved too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins anew with every answer.
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => save.current(), autoSaveInterval * SECOND_MS)
    return () => clearTimeout(timer)
  }, [due, autoSaveInterval, saving])
  // What found no connection goes as soon as there is one.
  const waits = due && saving.name === 'failed' && saving.offline
  useEffect(() => {
    if (!waits) return
    const send = () => save.current()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [waits])
  return saving
}
