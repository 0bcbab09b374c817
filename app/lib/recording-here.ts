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

/** This page is recording. */
export const { say: recordingHere, holds: isRecordingHere, use: useRecordingHere } = fact()

/** Audio exists only in this page's memory: closing the page loses it. */
export const { say: looseHere, use: useLooseHere } = fact()

/** Something typed on this page is neither saved nor sent. */
export const { say: unsavedHere, holds: isUnsavedHere, use: useUnsavedHere } = fact()

/** A microphone of this page records now; a paused one does not. Playback would be recorded. */
export const { say: listeningHere, use: useListening } = fact()
