import { SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './client.ts'

const dialect = new SQLiteAsyncDialect()
type Built = { toSQL(): { sql: string; params: unknown[] } }

/** Runs the statements in order in one transaction. Also takes handwritten SQL, which drizzle's own batch cannot bind. */
export function writeAll(db: Database, statements: readonly (SQL | Built)[]): Promise<D1Result[]> {
  const d1 = db.$client
  return d1.batch(
    statements.map((statement) => {
      const { sql, params } = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL()
      return d1.prepare(sql).bind(...params)
    }),
  )
}

/** Whether a statement changed a row. Its count may be higher: rows that a trigger changes count as well. */
export const hasWritten = (result: D1Result | undefined): boolean => (result?.meta.changes ?? 0) > 0

/** The ids that a statement `RETURNING id` gives. */
export const idsIn = (result: D1Result | undefined): string[] =>
  ((result?.results ?? []) as { id: string }[]).map(({ id }) => id)

/** SQL: a list of values. It binds one parameter, however many values: D1 binds at most 100. */
export const listed = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
