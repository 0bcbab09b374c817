/** A take is sent by one page at a time. A page that ends, however it ends, frees what it held. */
export type TakeLocks = {
  /** Calls `granted` once this page may send the take; returns what gives it up, or stops waiting for it. */
  claim(take: number, granted: () => void): () => void
}

/** Where there is nobody to share with (no Web Locks: tests, an insecure page). */
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
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      manager
        .request(`relato-take:${consultationId}:${take}`, { signal: waiting.signal }, () => {
          granted()
          return held
        })
        .catch(() => undefined)
      return () => {
        release()
        waiting.abort()
      }
    },
  }
}
