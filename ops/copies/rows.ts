import { createHash } from 'node:crypto'
import type { Database, Value } from './database.ts'
import { quoted, type Table } from './schema.ts'

/** A page aims at this size: D1 answers with whole pages, and its rows hold up to 2 MB. */
const PAGE_BYTES = 2_000_000
const MOST_ROWS = 5_000
/** D1 takes 2 MB a value: the rows of one statement are one value. */
const STATEMENT_BYTES = 1_000_000

export type Line = Value[]
export const lineOf = (row: Line): string => `${JSON.stringify(row)}\n`

/**
 * Reads the rows of a table in the order of its key, a page at a time. It asks for the next page while the caller writes one.
 * Throws for a value that JSON has not.
 */
export async function* readRows(database: Database, { name, columns, key }: Table): AsyncGenerator<Line[]> {
  const keys = key.map(quoted).join(', ')
  const from = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`
  const after = `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`
  let limit = 200
  let next = database(`${from} ORDER BY ${keys} LIMIT ${limit}`)
  for (;;) {
    const page = await next
    const lines = page.map((row) => columns.map((column) => plain(row[column], `${name}.${column}`)))
    const end = page.at(-1)
    if (!end) return
    const isLast = page.length < limit
    if (!isLast) {
      const bytes = lines.reduce((sum, line) => sum + lineOf(line).length, 0)
      limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_BYTES / bytes) * lines.length)))
      next = database(`${from} ${after} ORDER BY ${keys} LIMIT ${limit}`, ...key.map((column) => end[column] as Value))
      // Awaited after the page is written; a refusal meanwhile is not unhandled.
      next.catch(() => undefined)
    }
    yield lines
    if (isLast) return
  }
}

function plain(value: unknown, where: string): Value {
  if (value === null || typeof value === 'string' || Number.isFinite(value)) return value as Value
  throw new Error(`${where}: a value of this type is not copied`)
}

/** Hashes all rows of a table as a copy does. */
export async function hashTable(database: Database, table: Table): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of readRows(database, table)) {
    for (const line of page) hash.update(lineOf(line))
    rows += page.length
  }
  return { rows, sha256: hash.digest('hex') }
}

/**
 * Inserts rows. A row whose parent is not there stays away: in a copy of a database that changed meanwhile its parent was
 * deleted between the two tables. A repeated call changes nothing.
 */
export async function insertRows(database: Database, table: Table, lines: readonly Line[]): Promise<void> {
  const { columns } = table
  const into = `INSERT OR IGNORE INTO ${quoted(table.name)} (${columns.map(quoted).join(', ')})`
  const hasParents = (value: (column: string) => string) =>
    table.parents
      .map(({ column, table: parent, to }) => {
        const child = value(column)
        return `AND (${child} IS NULL OR EXISTS (SELECT 1 FROM ${quoted(parent)} WHERE ${quoted(to)} = ${child}))`
      })
      .join(' ')
  const fromJson = (column: string) => `value ->> ${columns.indexOf(column)}`
  const many = `${into} SELECT ${columns.map(fromJson).join(', ')} FROM json_each(?) WHERE true ${hasParents(fromJson)}`
  const fromPlace = (column: string) => `?${columns.indexOf(column) + 1}`
  const one = `${into} SELECT ${columns.map(fromPlace).join(', ')} WHERE true ${hasParents(fromPlace)}`
  for (const batch of batches(lines)) {
    const [only] = batch
    const text = JSON.stringify(batch)
    if (only && Buffer.byteLength(text) > STATEMENT_BYTES) await database(one, ...only)
    else await database(many, text)
  }
}

/** Divides rows into batches below the limit of a statement; a larger row is alone. */
function* batches(lines: readonly Line[]): Generator<Line[]> {
  let batch: Line[] = []
  let bytes = 0
  for (const line of lines) {
    const size = Buffer.byteLength(lineOf(line))
    if (batch.length > 0 && bytes + size > STATEMENT_BYTES - 2) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(line)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
