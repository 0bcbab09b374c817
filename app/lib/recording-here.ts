import { useSyncExternalStore } from 'react'

/** A fact about this page that holds while at least one part states it. Readers need not know the parts. */
function fact() {
  let holders = 0
  const listeners = new Set<() => void>()
  const change = (by: number) => {
    holders += by
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
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
    use: (): boolean => useSyncExternalStore(subscribe, holds, () => false),
  }
}

/** This page is recording. */
export const { say: recordingHere, holds: isRecordingHere, use: useRecordingHere } = fact()

/** Audio exists only in this page's memory: closing the page loses it. */
export const { say: looseHere, use: useLooseHere } = fact()

/** Something typed on this page is neither saved nor sent. */
export const { say: unsavedHere, holds: isUnsavedHere, use: useUnsavedHere } = fact()
