import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod/mini'

/** Kept as text, exported as what it says. */
const JSON_COLUMNS = new Set([
  ...['gaps', 'voice', 'words', 'answers', 'discarded', 'warnings', 'structurer', 'alerts', 'omissions', 'diagnoses'],
  ...['signature', 'suggestions', 'sentences', 'body'],
])

/** The columns that leave, by their names in the database. */
export function leaving(table: SQLiteTable, row: z.ZodMiniObject): Record<string, AnySQLiteColumn> {
  return Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter(({ name }) => name in row.shape)
      .map((column) => [column.name, column as AnySQLiteColumn]),
  )
}

/** Rows in the shape of the contract: times as numbers, JSON parsed. Invalid JSON stays text. */
export function left<T extends z.ZodMiniObject>(rows: readonly Record<string, unknown>[], _row: T): z.infer<T>[] {
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parseColumn(name, value)])) as z.infer<T>,
  )
}

function parseColumn(name: string, value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (typeof value !== 'string' || !JSON_COLUMNS.has(name)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
