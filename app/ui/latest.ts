export type Outcome<T> = { answer: T } | { error: unknown }

/** One request at a time: a new one aborts the previous one. */
export function latest() {
  let under: AbortController | null = null
  function stop() {
    under?.abort()
    under = null
  }
  return {
    stop,
    isAsking: () => under !== null,
    /** Returns null if a later request aborted this one. */
    async ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<Outcome<T> | null> {
      stop()
      const turn = new AbortController()
      under = turn
      let outcome: Outcome<T>
      try {
        outcome = { answer: await work(turn.signal) }
      } catch (error) {
        outcome = { error }
      }
      if (under !== turn) return null
      under = null
      return outcome
    },
  }
}

/** During a request: the items of the previous answer that match the new text too. */
export const stillTrue = <T>(items: readonly T[], matches: ((item: T) => boolean) | undefined): T[] =>
  matches ? items.filter(matches) : []
