/** What was read of texts while one piece of work runs, by reading; without a work there is none. */
let known: Map<string, unknown>[] | undefined
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
    let own = known[place] as Map<string, Read> | undefined
    if (!own) {
      own = new Map()
      known[place] = own
    }
    const before = own.get(text)
    if (before !== undefined || own.has(text)) return before as Read
    const result = read(text)
    own.set(text, result)
    return result
  }
}
