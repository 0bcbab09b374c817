/** The results of one reading function by text; `last` serves a text that is read several times in a row. */
type Memory = { results: Map<string, unknown>; last: string | undefined; result: unknown }
/** The memory of each reading function while `readingOnce` runs; undefined outside. */
let memories: Memory[] | undefined
let readings = 0

/** Remembers every reading while `work` runs, and forgets all of them when it ends. */
export function readingOnce<Result>(work: () => Result): Result {
  if (memories) return work()
  memories = []
  try {
    return work()
  } finally {
    memories = undefined
  }
}

/**
 * Makes a pure reading of a text remember its results: structuring reads the same few thousand texts about ten times
 * (`npm run bench`). Callers share the result and must not change it.
 */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const place = readings++
  return (text) => {
    if (!memories) return read(text)
    let own = memories[place]
    if (!own) {
      own = { results: new Map(), last: undefined, result: undefined }
      memories[place] = own
    }
    if (text === own.last) return own.result as Read
    let result = own.results.get(text)
    if (result === undefined && !own.results.has(text)) {
      result = read(text)
      own.results.set(text, result)
    }
    own.last = text
    own.result = result
    return result as Read
  }
}
