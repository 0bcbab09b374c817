import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

/** Rows as the runtime gives them: binary values are ArrayBuffers. */
const toRow = (row: Row): Row => {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = value.slice().buffer
  return row
}
const toSqlValue = (value: unknown): SQLInputValue =>
  value instanceof ArrayBuffer
    ? new Uint8Array(value)
    : typeof value === 'boolean'
      ? Number(value)
      : ((value ?? null) as SQLInputValue)

export const isReading = (sql: string): boolean => /^\s*(select|with|explain|pragma)/i.test(sql)

/** Statements of one database, prepared once. */
export class Statements {
  readonly #database: DatabaseSync
  #known = new Map<string, StatementSync>()
  constructor(database: DatabaseSync) {
    this.#database = database
  }

  all(sql: string, values: readonly unknown[]): Row[] {
    let statement = this.#known.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#known.set(sql, statement)
    }
    return (statement.all(...values.map(toSqlValue)) as Row[]).map(toRow)
  }
  forget(): void {
    this.#known.clear()
  }
}

/** `SqlStorageCursor`, as far as it is used. */
export const cursorOf = (rows: Row[]) => ({
  toArray: () => rows,
  one() {
    if (rows.length !== 1) throw new Error(`one row was expected, ${rows.length} came`)
    return rows[0]
  },
  raw: () => rows.map((row) => Object.values(row))[Symbol.iterator](),
  [Symbol.iterator]: () => rows[Symbol.iterator](),
})
