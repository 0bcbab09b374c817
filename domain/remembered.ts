/** What each text gave; a text is often asked for several times in a row. */
type Known = { given: Map<string, unknown>; last: string | undefined; result: unknown }
/** What was read of texts while one piece of work runs, by reading; without a work there is none. */
let known: Known[] | undefined
let readings = 0

/** While this works, no text is read twice in the same way; when it ends, nothing of it is kept. */
export function readingOnce<Result>(work: () => Result): Result {
  if (known) return work()
  known = []
  try {
    return work()
  } finally {
    known = undefined
  }
}

/**
 * A reading of a text that is the same each time: structuring asks for the same few thousand texts ten times over, see
 * `npm run bench`. What it gives is shared, so nobody may change it.
 */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const place = readings++
  return (text) => {
    if (!known) return read(text)
    let own = known[place]
    if (!own) {
      own = { given: new Map(), last: undefined, result: undefined }
      known[place] = own
    }
    if (text === own.last) return own.result as Read
    let result = own.given.get(text)
    if (result === undefined && !own.given.has(text)) {
      result = read(text)
      own.given.set(text, result)
    }
    own.last = text
    own.result = result
    return result as Read
  }
}
