import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { World } from './world.ts'

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

/** One database for all schedules of a process: rows of one are never looked at by another. */
const database = new DatabaseSync(':memory:')
const folder = join(import.meta.dirname, '../../../migrations')
for (const file of readdirSync(folder)
  .filter((one) => one.endsWith('.sql'))
  .sort())
  database.exec(readFileSync(join(folder, file), 'utf8'))
database.exec('PRAGMA foreign_keys = OFF')
const statements = new Statements(database)

export const rows = <T>(sql: string, ...values: unknown[]): T[] => statements.all(sql, values) as T[]

type Prepared = { sql: string; values: readonly unknown[] }

/** D1 over a network: slow, and it fails before the question or after the answer. */
export class SimD1 {
  failing = 0
  readonly #world: World
  constructor(world: World) {
    this.#world = world
  }

  prepare(sql: string) {
    return this.#statement({ sql, values: [] })
  }
  batch(all: readonly Prepared[]): Promise<unknown[]> {
    return this.#ask(() => {
      database.exec('BEGIN')
      try {
        const results = all.map(answer)
        database.exec('COMMIT')
        return results
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    })
  }

  #statement(prepared: Prepared) {
    const all = () => this.#ask(() => answer(prepared))
    return {
      ...prepared,
      bind: (...values: unknown[]) => this.#statement({ ...prepared, values }),
      all,
      run: all,
    }
  }

  async #ask<T>(work: () => T): Promise<T> {
    await this.#world.pause(this.#world.between(2, 30))
    const fails = this.#world.random() < this.failing
    if (fails && this.#world.random() < 0.5) throw new Error('D1_ERROR: network')
    const result = work()
    await this.#world.pause(this.#world.between(2, 30))
    if (fails) throw new Error('D1_ERROR: network')
    return result
  }
}

function answer({ sql, values }: Prepared) {
  const results = statements.all(sql, values)
  const changes = isReading(sql) ? 0 : (rows<{ n: number }>('SELECT changes() AS n')[0]?.n ?? 0)
  return { results, success: true, meta: { changes } }
}
