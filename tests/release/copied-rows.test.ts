import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { consultationLines, pressureScript } from '#local/stack/seed-consultation.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { connected } from '#ops/copies/connected.ts'
import type { Database, Row } from '#ops/copies/database.ts'
import type { Files, Stored } from '#ops/copies/files.ts'
import { makeKeys } from '#ops/copies/keys.ts'
import { Copy, fetched } from '#ops/copies/read.ts'
import { differences, restoreCopy } from '#ops/copies/restore-copy.ts'
import { hashTable, insertRows, readRows } from '#ops/copies/rows.ts'
import { readSchema, type Table } from '#ops/copies/schema.ts'
import { opener, sealer, sha256 } from '#ops/copies/seal.ts'
import { forAll, writeCopy } from '#ops/copies/write.ts'
import { readMigrations } from '#ops/release/migrations.ts'

const asDatabase =
  (database: DatabaseSync): Database =>
  async (sql, ...values) =>
    database.prepare(sql).all(...values) as Row[]

test('rows of every kind come back the same, over pages and statements; a row without its parent stays away', async () => {
  const memory = (): [DatabaseSync, Database] => {
    const database = new DatabaseSync(':memory:')
    database.exec(`CREATE TABLE parents (id text PRIMARY KEY, note text, size real, count integer);
      CREATE TABLE children (a text, b integer, parent text REFERENCES parents (id), PRIMARY KEY (b, a)) WITHOUT ROWID;`)
    return [database, asDatabase(database)]
  }
  const [from, source] = memory()
  const [, target] = memory()
  from.exec('PRAGMA foreign_keys = OFF')
  const add = from.prepare('INSERT INTO parents (rowid, id, note, size, count) VALUES (?, ?, ?, ?, ?)')
  // Larger than a statement may be, characters that JSON or SQL write in another way, and no value.
  add.run(7, 'large', 'ç'.repeat(700_000), 0.1, Number.MAX_SAFE_INTEGER)
  add.run(9, "o'dd", '"\\\n\u2028😀%_\'', 3, -1)
  add.run(8, 'none', null, null, null)
  for (let index = 0; index < 1_000; index++) add.run(100 + index, `p${index}`, `${index}`, index / 3, index)
  const child = from.prepare('INSERT INTO children VALUES (?, ?, ?)')
  for (let index = 0; index < 1_000; index++) child.run(`c${index % 7}`, index, index % 10 ? `p${index}` : null)
  child.run('orphan', 1, 'gone')

  const { tables } = await readSchema(source)
  expect(tables.map(({ name, key, columns }) => [name, key, columns[0]])).toEqual([
    ['parents', ['rowid'], 'rowid'],
    ['children', ['b', 'a'], 'a'],
  ])
  let pages = 0
  for (const table of tables)
    for await (const page of readRows(source, table)) {
      pages += 1
      await insertRows(target, table, page)
      // A repeated call, as after a lost answer.
      await insertRows(target, table, page)
    }
  expect(pages).toBeGreaterThan(4)
  from.exec("DELETE FROM children WHERE a = 'orphan'")
  for (const table of tables) expect(await hashTable(target, table)).toEqual(await hashTable(source, table))
  from.exec("INSERT INTO parents (id, note) VALUES ('blob', x'00ff')")
  await expect(hashTable(source, tables[0] as Table)).rejects.toThrow(
    'parents.note: a value of this type is not copied',
  )
})

const filesInMemory = (): Files => {
  const files = new Map<string, Stored>()
  return {
    list: async (prefix) =>
      [...files].flatMap(([key, { content }]) =>
        key.startsWith(prefix) ? [{ key, etag: sha256(content), size: content.length }] : [],
      ),
    get: async (key) => files.get(key) ?? null,
    put: async (key, file) => void files.set(key, file),
  }
}

/** An empty database of the product. */
function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const { sql } of readMigrations()) database.exec(sql)
  database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)')
  return database
}

const insertInto = (database: DatabaseSync) => (table: string, row: Row) => {
  const names = Object.keys(row)
  const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`
  database.prepare(sql).run(row)
}

test('a consultation that ends while the tables are read is copied with its lines, and a copy without an end of changes says so', async () => {
  const { writer, reader } = await makeKeys()
  const database = emptyDatabase()
  const insert = insertInto(database)
  const times = { created_at: 1, updated_at: 1 }
  insert('user', { id: 'd', name: 'Ana', email: 'ana@relato.example', email_verified: 1, ...times })
  let count = 0
  /** Ends a consultation as its room does: lines and state in one transaction. */
  const endOne = () => {
    const id = `0000000${++count}-0000-4000-8000-000000000000`
    const patient = { id: `p${count}`, name: 'Rita Moura' }
    const names = { nome_completo: patient.name, nome_busca: 'rita moura', observacoes_gerais: '' }
    insert('medical_patients', { id: patient.id, doctor_id: 'd', ...names, total_consultas: 1, ...times })
    const lines = consultationLines(pressureScript, 1_000)
    const visit = {
      id,
      doctorId: 'd',
      patient,
      context: '',
      type: 'presencial' as const,
      start: 1_000,
      end: 90_000 + count,
    }
    const rows = visitRows({ ...visit, specialty: null, consentId: `c${count}`, lines })
    insert('consultations', rows.consultation)
    for (const entry of rows.entries) insert('transcript_entries', entry)
  }
  endOne()
  let changes = 1
  /** Lines are read before their consultations: here one ends in between. */
  const busy: Database = async (sql, ...values) => {
    if (changes > 0 && /FROM "consultations"/.test(sql)) {
      changes -= 1
      endOne()
    }
    return asDatabase(database)(sql, ...values)
  }
  const copies = filesInMemory()
  const source = { environment: 'here', database: busy, files: filesInMemory() }
  const { copy: id, isWhole } = await writeCopy(source, copies, sealer(writer), 1_000_000)
  expect(isWhole).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'rows-'))
  const copy = await Copy.open(fetched(copies, folder), opener(reader), 'here', id)
  const target = { database: asDatabase(new DatabaseSync(':memory:')), files: filesInMemory() }
  await restoreCopy(copy, target)
  expect(await differences(copy, target)).toEqual([])
  const lines = 'SELECT consultation_id, count(*) AS lines FROM transcript_entries GROUP BY 1'
  expect(await target.database(lines)).toHaveLength(2)
  expect(await target.database(lines)).toEqual(await source.database(lines))

  // The index is the one that SQLite builds in one statement: its own check finds no difference to the rows.
  const check = "INSERT INTO visit_grams (visit_grams, rank) VALUES ('integrity-check', 1)"
  await expect(target.database(check)).resolves.toEqual([])
  expect(await target.database('SELECT count(*) AS count FROM visit_grams')).toEqual([{ count: 2 }])

  changes = Number.POSITIVE_INFINITY
  expect(await writeCopy(source, copies, sealer(writer), 2_000_000)).toMatchObject({ isWhole: false })
  rmSync(folder, { recursive: true })
})

test('a night that is cut keeps the files that it sent: the next one sends the rest, 32 small ones at once', async () => {
  const { writer } = await makeKeys()
  const [files, copies] = [filesInMemory(), filesInMemory()]
  for (let one = 0; one < 100; one++) await files.put(`f${one}`, { content: Buffer.from(`${one}`), metadata: {} })
  for (let one = 0; one < 6; one++) await files.put(`g${one}`, { content: Buffer.alloc(1_000_001, one), metadata: {} })
  let [sent, running] = [0, 0]
  const most: Record<string, number> = {}
  /** A file is on its way from its reading until it is stored. */
  const read: Files = {
    ...files,
    get(key) {
      const kind = key.startsWith('g') ? 'large' : 'small'
      most[kind] = Math.max(most[kind] ?? 0, ++running)
      return files.get(key)
    },
  }
  /** The night ends after so many files. */
  const cutAfter = (end: number): Files => ({
    ...copies,
    async put(key, file) {
      if (!key.includes('/objects/')) return copies.put(key, file)
      running -= 1
      if (++sent > end) throw new Error('cut')
      return copies.put(key, file)
    },
  })
  const source = { environment: 'here', database: asDatabase(emptyDatabase()), files: read }
  const write = (end: number) => writeCopy(source, cutAfter(end), sealer(writer), 1_000_000)
  await expect(write(70)).rejects.toThrow('cut')
  expect(await copies.list('here/manifests/')).toEqual([])
  expect(await write(Number.POSITIVE_INFINITY)).toMatchObject({ objects: 106, newObjects: 36, isWhole: true })
  expect(await write(0)).toMatchObject({ objects: 106, newObjects: 0 })
  expect(most).toEqual({ small: 32, large: 6 })
})

test('a broken connection is repeated, and work that fails ends whole before its place is closed', async () => {
  let calls = 0
  const breaks = async () => {
    calls++
    if (calls < 3) throw new TypeError('fetch failed')
    return calls
  }
  expect(await connected(breaks)).toBe(3)
  await expect(connected(() => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table')

  const began: number[] = []
  const ended: number[] = []
  const work = forAll([...Array(100).keys()], async (one) => {
    began.push(one)
    if (one === 3) throw new Error('three')
    await new Promise(setImmediate)
    ended.push(one)
  })
  await expect(work).rejects.toThrow('three')
  expect(ended).toEqual(began.filter((one) => one !== 3))
  expect(began.length).toBeLessThan(100)
})
