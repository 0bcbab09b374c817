import { useSyncExternalStore } from 'react'

/** Microphones of this page that record now; a paused one does not. Playback would be recorded. */
const microphones = new Set<object>()
const listeners = new Set<() => void>()

export function setListening(microphone: object, listening: boolean): void {
  if (listening) microphones.add(microphone)
  else microphones.delete(microphone)
  for (const listener of [...listeners]) listener()
}

export const useListening = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => microphones.size > 0,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
