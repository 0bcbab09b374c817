import { useSyncExternalStore } from 'react'

/** Whether this page is recording: known to what asks before leaving, without knowing the recorder. */
let recordings = 0
const listeners = new Set<() => void>()

/** Call the result when the recording has ended. */
export function recordingHere(): () => void {
  change(1)
  let over = false
  return () => {
    if (!over) change(-1)
    over = true
  }
}

export const isRecordingHere = (): boolean => recordings > 0
export const useRecordingHere = (): boolean => useSyncExternalStore(subscribe, isRecordingHere, () => false)

function change(by: number): void {
  recordings += by
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
