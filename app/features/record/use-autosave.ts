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
 * Saves a section's draft at the doctor's interval while writing continues. Skips blank text, text changed in another
 * window, and unedited drafts found on this device.
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
    !work.isLocked &&
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
  // Waits from the first unsaved key, so that continuous typing is saved too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait restarts with every answer.
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => save.current(), autoSaveInterval * SECOND_MS)
    return () => clearTimeout(timer)
  }, [due, autoSaveInterval, saving])
  // Retries when the connection returns.
  const waits = due && saving.name === 'failed' && saving.offline
  useEffect(() => {
    if (!waits) return
    const send = () => save.current()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [waits])
  return saving
}
