import { createHash, randomBytes } from 'node:crypto'
import { anchorKey } from '#domain/audit/chain.ts'
import type { Database } from './database.ts'
import type { Files, Listed } from './files.ts'
import { copyIdOf, type Manifest, manifestName, OBJECTS, objectsOf, partName } from './manifest.ts'
import { type Line, lineOf, readRows } from './rows.ts'
import { readSchema, type Table } from './schema.ts'
import { FORMAT, type Sealer, sha256 } from './seal.ts'

const PART_BYTES = 8_000_000
const AT_ONCE = 8
/** Small files wait for the network, not for memory: so many at once. */
const SMALL = { bytes: 1_000_000, atOnce: 32 }
const ATTEMPTS = 3
export type Source = { environment: string; database: Database; files: Files }
export type CopySummary = {
  copy: string
  rows: number
  objects: number
  newObjects: number
  bytes: number
  isWhole: boolean
}

/** Runs `act` for all, some at once. After an error it begins no more, and rejects when those that run have ended. */
export async function forAll<T>(all: readonly T[], act: (one: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  const rest = [...all].reverse()
  const worker = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await act(one)
  }
  const stopped = (error: unknown) => {
    rest.length = 0
    throw error
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => worker().catch(stopped)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Copies the rows and every object that the bucket does not have yet, and the manifest last: a copy without one was
 * interrupted. `bytes` are those sent. It needs to write and to list there, never to read or to delete.
 */
export async function writeCopy(source: Source, copies: Files, seal: Sealer, now: number): Promise<CopySummary> {
  const { environment, database, files } = source
  const copy = copyIdOf(now, randomBytes(3).toString('hex'))
  let bytes = 0
  const put = async (name: string, content: Uint8Array, object?: { key: string; etag: string } & Described) => {
    const file = await seal({ environment, name, ...(object && { object }) }, content)
    bytes += file.length
    await copies.put(name, { content: file, metadata: {} })
  }

  const previous = (await copies.list(`${environment}/manifests/`))
    .map(({ key }) => key)
    .sort()
    .at(-1)
  const schema = await readSchema(database)
  const sequences = Object.fromEntries(
    (await database('SELECT name, seq FROM sqlite_sequence')).map(({ name, seq }) => [name, Number(seq)]),
  )
  const tables: Manifest['tables'] = {}
  /** The last seal of each doctor in this copy. */
  const lastSeals = new Map<string, number>()
  let isWhole = false
  // A remote database has no snapshot: tables are read again while consultations end or records change.
  for (let attempt = 1; !isWhole && attempt <= ATTEMPTS; attempt++) {
    const before = await markOf(database)
    lastSeals.clear()
    // Children first, and the audit log after its seals: rows are added meanwhile, and each child needs its parent.
    for (const table of schema.tables.toReversed()) {
      const pages = readRows(database, table)
      const note = table.name === 'audit_seals' ? noteSeals(table, lastSeals) : () => {}
      tables[table.name] = await writeParts(pages, note, (part, content) =>
        put(partName(environment, copy, table.name, part), content),
      )
    }
    isWhole = before === (await markOf(database))
  }

  const folder = objectsOf(environment, now)
  const stored = new Set((await copies.list(folder)).map(({ key }) => key))
  const listed = (await files.list('')).filter((one) => !isLaterSeal(one.key, lastSeals))
  const named = listed.map((one) => ({ ...one, name: objectName(folder, one) }))
  const fresh = named.filter(({ name }) => !stored.has(name))
  const deleted = new Set<string>()
  const copyObject = async ({ key, etag, name }: Listed & { name: string }) => {
    const object = await files.get(key)
    if (object) await put(name, object.content, { key, etag, metadata: object.metadata })
    else deleted.add(key)
  }
  const isSmall = ({ size }: Listed) => size <= SMALL.bytes
  await forAll(fresh.filter(isSmall), copyObject, SMALL.atOnce)
  await forAll(
    fresh.filter((one) => !isSmall(one)),
    copyObject,
  )
  const copied = named.filter(({ key }) => !deleted.has(key))
  const list = copied.map(({ key, etag, size, name }): Line => [key, etag, size, name])
  const objects = await writeParts(
    [list],
    () => {},
    (part, content) => put(partName(environment, copy, OBJECTS, part), content),
  )

  const [applied] = await database('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1')
  const [active] = await database("SELECT count(*) AS count FROM consultations WHERE status = 'active'")
  const manifest: Manifest = {
    format: FORMAT,
    copy,
    environment,
    at: now,
    is_whole: isWhole,
    previous: previous?.slice(`${environment}/manifests/`.length).replace(/\.age$/, '') ?? null,
    migration: applied ? String(applied.name) : null,
    schema,
    sequences,
    tables,
    objects: { ...objects, bytes: copied.reduce((sum, { size }) => sum + size, 0) },
    unfinished: Number(active?.count ?? 0),
  }
  await put(manifestName(environment, copy), Buffer.from(JSON.stringify(manifest)))
  const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0)
  return { copy, rows, objects: copied.length, newObjects: fresh.length - deleted.size, bytes, isWhole }
}

/** Differs when a consultation ended, or a record or document changed. */
async function markOf(database: Database): Promise<string> {
  const sql = `SELECT (SELECT count(*) FROM consultations WHERE status = 'completed') AS visits,
    (SELECT count(*) FROM records) AS records, (SELECT sum(revision) FROM records) AS revisions,
    (SELECT count(*) FROM documents) AS documents`
  return JSON.stringify(await database(sql))
}

type Described = { metadata: Record<string, string> }
type Pages = AsyncIterable<Line[]> | Iterable<Line[]>

/** Writes lines in numbered parts. */
async function writeParts(
  pages: Pages,
  note: (page: Line[]) => void,
  put: (part: number, content: Uint8Array) => Promise<void>,
): Promise<Manifest['tables'][string]> {
  const hash = createHash('sha256')
  let [rows, parts, text] = [0, 0, '']
  const flush = async () => {
    if (text === '') return
    parts += 1
    await put(parts, Buffer.from(text))
    text = ''
  }
  for await (const page of pages) {
    note(page)
    for (const line of page) {
      const one = lineOf(line)
      hash.update(one)
      text += one
      if (text.length > PART_BYTES) await flush()
    }
    rows += page.length
  }
  await flush()
  return { rows, parts, sha256: hash.digest('hex') }
}

/** The version of an object names its file: the writer finds what is stored by the list alone. */
const objectName = (folder: string, { key, etag, size }: Listed) => `${folder}${sha256(`${key}\n${etag}\n${size}`)}.age`

const noteSeals = ({ columns }: Table, last: Map<string, number>) => {
  const [doctor, seq] = [columns.indexOf('doctor_id'), columns.indexOf('seq')]
  return (page: Line[]) => {
    for (const line of page) {
      const id = String(line[doctor])
      last.set(id, Math.max(last.get(id) ?? 0, Number(line[seq])))
    }
  }
}

/** A seal that was made after the rows were read: restored, it would be a copy of a seal that does not exist. */
function isLaterSeal(key: string, last: ReadonlyMap<string, number>): boolean {
  const [, doctor, seq] = /^audit\/(.+)\/(\d+)\.json$/.exec(key) ?? []
  return (
    doctor !== undefined &&
    key === anchorKey({ doctor_id: doctor, seq: Number(seq) }) &&
    Number(seq) > (last.get(doctor) ?? 0)
  )
}
