import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** A fact about this page that holds while at least one part states it. Readers need not know the parts. */
function fact() {
  let holders = 0
  const changes = createListeners()
  const change = (by: number) => {
    holders += by
    changes.call()
  }
  const holds = () => holders > 0
  return {
    /** States the fact. Call the result when it ends. */
    say(): () => void {
      change(1)
      let over = false
      return () => {
        if (!over) change(-1)
        over = true
      }
    },
    holds,
    use: (): boolean => useSyncExternalStore(changes.on, holds, () => false),
  }
}

const recording = fact()
export const { holds: isRecordingHere, use: useRecordingHere } = recording

/** Pages of this browser that record hold it together. */
const RECORDING_LOCK = 'relato-recording'

/** This page is recording. Call the result when it ends. */
export function recordingHere(): () => void {
  const over = recording.say()
  let release = () => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  // A browser without locks still records; only the question of another page is missing then.
  void navigator.locks?.request(RECORDING_LOCK, { mode: 'shared' }, () => ended).catch(() => undefined)
  return () => {
    release()
    over()
  }
}

/** Another page of this browser is recording. */
export async function isRecordingElsewhere(): Promise<boolean> {
  if (isRecordingHere()) return false
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  return held.some(({ name }) => name === RECORDING_LOCK)
}

/** Audio exists only in this page's memory: closing the page loses it. */
export const { say: looseHere, use: useLooseHere } = fact()

/** Something typed on this page is neither saved nor sent. */
export const { say: unsavedHere, holds: isUnsavedHere, use: useUnsavedHere } = fact()

/** A microphone of this page records now; a paused one does not. Playback would be recorded. */
export const { say: listeningHere, use: useListening } = fact()
