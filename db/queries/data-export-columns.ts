import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod/mini'

/** Columns that are stored as JSON text and exported as JSON. */
const JSON_COLUMNS = new Set([
  ...['gaps', 'voice', 'words', 'answers', 'discarded', 'warnings', 'structurer', 'alerts', 'omissions', 'diagnoses'],
  ...['signature', 'suggestions', 'sentences', 'body', 'source', 'events', 'fields', 'writing'],
])

/** The columns that an export contains, by their names in the database. */
export function exportedColumns(table: SQLiteTable, row: z.ZodMiniObject): Record<string, AnySQLiteColumn> {
  return Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter(({ name }) => name in row.shape)
      .map((column) => [column.name, column as AnySQLiteColumn]),
  )
}

/** Converts rows to the shape of the contract: times as numbers, JSON parsed. Invalid JSON stays text. */
export function toExportedRows<T extends z.ZodMiniObject>(
  rows: readonly Record<string, unknown>[],
  _row: T,
): z.infer<T>[] {
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
