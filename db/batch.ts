import { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

const dialect = new SQLiteAsyncDialect()
type Built = { toSQL(): { sql: string; params: unknown[] } }

/**
 * Runs the statements in order in one transaction. Takes drizzle builders and handwritten SQL, which drizzle's own
 * batch cannot bind.
 */
export function writeAll(db: Database, statements: readonly (SQL | Built)[]): Promise<D1Result[]> {
  const d1 = db.$client
  return d1.batch(
    statements.map((statement) => {
      const { sql, params } = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL()
      return d1.prepare(sql).bind(...params)
    }),
  )
}
