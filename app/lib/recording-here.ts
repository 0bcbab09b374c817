import { useSyncExternalStore } from 'react'

/** Something that is so on this page as long as somebody says it: known to what asks before leaving, without knowing the recorder. */
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
    /** Call the result when it is over. */
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

/** Something is written on this page and not saved, nor sent. */
export const { say: unsavedHere, holds: isUnsavedHere, use: useUnsavedHere } = fact()
