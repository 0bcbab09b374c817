import { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

const dialect = new SQLiteAsyncDialect()
type Built = { toSQL(): { sql: string; params: unknown[] } }

/**
 * All or nothing, in order. Beside drizzle's builders it takes SQL written out (`INSERT … SELECT … WHERE`), which
 * drizzle's own batch does not bind.
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
