type Batch = {
  statements: D1PreparedStatement[]
  resolve: (results: D1Result[]) => void
  reject: (error: unknown) => void
}

/** D1 names SQLite's code where a statement was refused, and not where the way to it broke. */
const isStatements = (error: unknown): boolean => error instanceof Error && error.message.includes('SQLITE_')

/**
 * For calls that come in one moment, as a page's do: batches asked for in one turn go to the database as one. Single
 * statements go as they come.
 */
export function gathered(d1: D1Database): D1Database {
  let waiting: Batch[] = []
  async function send(): Promise<void> {
    const batches = waiting
    waiting = []
    try {
      const results = await d1.batch(batches.flatMap(({ statements }) => statements))
      for (const { statements, resolve } of batches) resolve(results.splice(0, statements.length))
    } catch (error) {
      // What may have been done although its answer was lost is not done twice.
      if (batches.length === 1 || !isStatements(error)) for (const { reject } of batches) reject(error)
      // A statement's own fault undid them all: each fares for itself, and one that fails takes nobody along.
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
