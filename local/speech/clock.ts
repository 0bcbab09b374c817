/** Time as an argument, so that a test can let ten seconds pass at once. */
export interface Clock {
  now(): number
  /** Calls back after `ms`; the function returned cancels. */
  after(ms: number, callback: () => void): () => void
}

export const wallClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
