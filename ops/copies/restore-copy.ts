import type { Database, Value } from './database.ts'
import type { Files } from './files.ts'
import type { Copy } from './read.ts'
import { hashTable, insertRows } from './rows.ts'
import { quoted, readSchema, type Schema } from './schema.ts'
import { forAll } from './write.ts'

type Target = { database: Database; files: Files }

/** Says what is in the target already; null if it is empty. */
export async function contentOf({ database, files }: Target): Promise<string | null> {
  const { made } = await readSchema(database)
  if (made.length > 0) return `o banco tem ${made.length} tabelas e índices`
  const [one] = await files.list('')
  return one ? `o bucket tem ${one.key}` : null
}

/** Puts a copy into an empty database and bucket. Triggers come last: they would refuse or repeat rows. */
export async function restoreCopy(copy: Copy, { database, files }: Target): Promise<void> {
  const { schema, sequences } = copy.manifest
  const { made, tables, search } = schema
  const isSearch = (name: string) => search.some((one) => one.name === name)
  const make = async (which: (one: Schema['made'][number]) => boolean) => {
    for (const one of made.filter(which)) await database(one.sql)
  }
  await make(({ type, name }) => type === 'table' && !isSearch(name))
  // Before the rows: on a full table an index would be one long statement.
  await make(({ type }) => type === 'index')
  for (const table of tables) for await (const page of copy.rows(table.name)) await insertRows(database, table, page)
  for (const [name, seq] of Object.entries(sequences)) {
    // D1 binds every number as a floating one, which a column without a type would keep.
    await database('UPDATE sqlite_sequence SET seq = max(seq, CAST(? AS INTEGER)) WHERE name = ?', seq, name)
    const added = `INSERT INTO sqlite_sequence (name, seq)
      SELECT ?1, CAST(?2 AS INTEGER) WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)`
    await database(added, name, seq)
  }
  await make(({ type }) => type === 'view')
  await make(({ name }) => isSearch(name))
  for (const one of search) await fillSearch(database, one, made.find(({ name }) => name === one.name)?.sql ?? '')
  await make(({ type }) => type === 'trigger')
  await forAll(await copy.objects(), async (line) => files.put(line[0], await copy.object(line)))
}

/** Each step reads the numbers of all rows: a database of 10 GB holds fewer than a million consultations, so 200 steps. */
const SEARCHED_AT_ONCE = 5_000

/** Fills a full-text table from the view behind it, in steps: D1 ends a statement after 30 s, and 'rebuild' is one. */
async function fillSearch(
  database: Database,
  { name, settings }: Schema['search'][number],
  sql: string,
): Promise<void> {
  const [, content] = /\bcontent='(\w+)'/.exec(sql) ?? []
  const [, rowid] = /\bcontent_rowid='(\w+)'/.exec(sql) ?? []
  if (content === undefined || rowid === undefined)
    throw new Error(`${name}: a full-text table without a view behind it`)
  const [table, view, place] = [quoted(name), quoted(content), quoted(rowid)]
  for (const [setting, value] of settings)
    await database(`INSERT INTO ${table} (${table}, rank) VALUES (?, CAST(? AS INTEGER))`, setting, value)
  const columns = (await database('SELECT name FROM pragma_table_info(?)', name)).map((one) => quoted(String(one.name)))
  // As text: these numbers are larger than those that JavaScript and D1 keep exactly.
  const after = `(?1 IS NULL OR ${place} > CAST(?1 AS INTEGER))`
  const next = `SELECT CAST(max(place) AS TEXT) AS last FROM
    (SELECT ${place} AS place FROM ${view} WHERE ${after} ORDER BY 1 LIMIT ${SEARCHED_AT_ONCE})`
  const fill = `INSERT INTO ${table} (rowid, ${columns}) SELECT ${place}, ${columns} FROM ${view}
    WHERE ${after} AND ${place} <= CAST(?2 AS INTEGER)`
  for (let from: Value = null; ; ) {
    const [step] = await database(next, from)
    const last: Value = step?.last ?? null
    if (last === null) return
    await database(fill, from, last)
    from = last
  }
}

/** Compares a restored place with its copy. Returns one line for each difference. */
export async function differences(copy: Copy, { database, files }: Target): Promise<string[]> {
  const { manifest } = copy
  const found: string[] = []
  const schema = await readSchema(database)
  const texts = ({ made }: Schema) => made.map(({ type, name, sql }) => `${type} ${name} ${sql}`).sort()
  const there = new Set(texts(schema))
  for (const one of texts(manifest.schema)) if (!there.has(one)) found.push(`falta ${one.split(' ', 2).join(' ')}`)
  for (const table of manifest.schema.tables) {
    const expected = manifest.tables[table.name]
    const { rows, sha256 } = await hashTable(database, table)
    if (!expected || (rows === expected.rows && sha256 === expected.sha256)) continue
    const orphans = expected.rows - rows
    found.push(
      `${table.name}: ${rows} linhas de ${expected.rows}${orphans > 0 ? ', as outras sem a linha de que dependem' : ''}`,
    )
  }
  const sizes = new Map((await files.list('')).map(({ key, size }) => [key, size]))
  for (const [key, , size] of await copy.objects())
    if (sizes.get(key) !== size) found.push(`${key}: ${sizes.get(key) ?? 'nenhum'} byte de ${size}`)
  return found
}
