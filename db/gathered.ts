type Batch = {
  statements: D1PreparedStatement[]
  resolve: (results: D1Result[]) => void
  reject: (error: unknown) => void
}

/** D1 puts SQLite's code into the error when it refuses a statement; a lost connection has none. */
const isStatements = (error: unknown): boolean => error instanceof Error && error.message.includes('SQLITE_')

/** Sends all batches of one event loop turn as one: a page makes several calls at once. */
export function gathered(d1: D1Database): D1Database {
  let waiting: Batch[] = []
  async function send(): Promise<void> {
    const batches = waiting
    waiting = []
    try {
      const results = await d1.batch(batches.flatMap(({ statements }) => statements))
      for (const { statements, resolve } of batches) resolve(results.splice(0, statements.length))
    } catch (error) {
      // Rejects instead of repeating: the database may have run the batch although its answer was lost.
      if (batches.length === 1 || !isStatements(error)) for (const { reject } of batches) reject(error)
      // One refused statement undid every batch. Runs each batch alone, so that only the faulty one fails.
      else for (const { statements, resolve, reject } of batches) d1.batch(statements).then(resolve, reject)
    }
  }
  return {
    prepare: (query) => d1.prepare(query),
    exec: (query) => d1.exec(query),
    dump: () => d1.dump(),
    withSession: (constraint) => d1.withSession(constraint),
    batch: <T>(statements: D1PreparedStatement[]) =>
      new Promise<D1Result<T>[]>((resolve, reject) => {
        waiting.push({ statements, resolve: resolve as Batch['resolve'], reject })
        if (waiting.length === 1) setImmediate(send)
      }),
  }
}
