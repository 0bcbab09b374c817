/** One page at a time sends a take. The browser frees the lock when the page ends or crashes. */
export type TakeLocks = {
  /** Calls `granted` once this page may send the take. Returns a function that releases the lock or stops waiting. */
  claim(take: number, granted: () => void): () => void
}

/** Grants at once: no Web Locks in tests and insecure pages. */
export const noLocks: TakeLocks = {
  claim(_, granted) {
    granted()
    return () => undefined
  },
}

export function takeLocks(consultationId: string): TakeLocks {
  const manager = globalThis.navigator?.locks
  if (!manager) return noLocks
  return {
    claim(take, granted) {
      const waiting = new AbortController()
      let release: () => void = () => undefined
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      manager
        .request(`relato-take:${consultationId}:${take}`, { signal: waiting.signal }, () => {
          granted()
          return untilReleased
        })
        .catch(() => undefined)
      return () => {
        release()
        waiting.abort()
      }
    },
  }
}
