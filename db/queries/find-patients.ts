import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { searchKey } from '#domain/text.ts'
import type { Database } from '../client.ts'
import { listCounts } from '../schema/list-counts.ts'
import { patientBeginnings as beginnings, medicalPatients as patients } from '../schema/patient.ts'
import { holds, patientGrams, scopeOf } from './grams.ts'
import { cutPage, decodePlace, type Place } from './keyset.ts'
import { inScope, type PatientRow, toListed } from './patient.ts'

export type PatientSearch = {
  query: string
  archived: boolean
  counts: boolean
  cursor: string | null
  limit: number
}
type Listed = PatientRow & { lastNote: string | null; place: string }
type Asked = { doctorId: string; query: string; archived: boolean; from: Place<string> | null; limit: number }

/** D1 binds at most 100 values, and a name needs no ninth word. */
const WORDS = 8
/** `patient_beginnings` holds this many letters of each word. */
const BEGINNING = 8
/** Sorts after every name that begins with a given text: no name contains the character. */
const LAST = '\u{10ffff}'

const { nome_busca: name, id } = patients
/** Reads one entry of `consultations_of_patient`, and its row. */
const lastNote = sql<string | null>`(SELECT coalesce(nullif(complaint, ''), hypothesis) FROM consultations
  WHERE consultations.patient_id = medical_patients.id AND consultations.doctor_id = medical_patients.doctor_id
    AND status = 'completed' ORDER BY end_time DESC LIMIT 1)`.as('last_note')
const columns = { ...getTableColumns(patients), lastNote }

/**
 * A page of patients by name, ignoring accents and case, in the order of `nameMatches`. First names that begin with the
 * query, then names with a later word that does. Then names whose first and later words begin with its words; then
 * others. A blank query lists all. Each kind is searched only if the earlier ones do not fill the page. Errors:
 * invalid_cursor.
 */
export async function searchPatients(db: Database, doctorId: string, search: PatientSearch) {
  const place = decodePlace(search.cursor, 'string')
  const query = searchKey(search.query)
  const request = { doctorId, query, archived: search.archived, from: place, limit: search.limit + 1 }
  const counting = db
    .select({ active: listCounts.patients, archived: listCounts.archived })
    .from(listCounts)
    .where(eq(listCounts.doctor_id, doctorId))
  const [page, counted] = await Promise.all([
    query ? searchKinds(db, request) : byBeginning(db, request),
    search.counts ? counting : null,
  ])
  const { items, next } = cutPage(page, search.limit, (row) => ({ value: row.place, id: row.id }))
  return { items: items.map(toListed), next, counts: counted && (counted[0] ?? { active: 0, archived: 0 }) }
}

const KINDS = [byBeginning, within, apart, elsewhere]

/** Searches the kinds in order until the page is full. A cursor begins with the number of its kind. */
async function searchKinds(db: Database, { from, ...asked }: Asked): Promise<Listed[]> {
  const rows: Listed[] = []
  for (const [kind, find] of KINDS.entries()) {
    if (from && from.value.slice(0, 1) > String(kind)) continue
    const after = from?.value.startsWith(String(kind)) ? { ...from, value: from.value.slice(1) } : null
    const more = await find(db, { ...asked, from: after, limit: asked.limit - rows.length })
    rows.push(...more.map((row) => ({ ...row, place: kind + row.place })))
    if (rows.length === asked.limit) break
  }
  return rows
}

/** All names, or names that begin with the query, which are adjacent in the index. */
function byBeginning(db: Database, { doctorId, query, archived, from, limit }: Asked): Promise<Listed[]> {
  return db
    .select({ ...columns, place: sql<string>`${name}`.as('place') })
    .from(patients)
    .where(
      and(
        inScope(doctorId, archived),
        query && !from ? sql`${name} >= ${query}` : undefined,
        query ? sql`${name} < ${query + LAST}` : undefined,
        from ? sql`(${name}, ${id}) > (${from.value}, ${from.id})` : undefined,
      ),
    )
    .orderBy(asc(name), asc(id))
    .limit(limit)
}

/** Names with a later word that begins with the query, by name, from `patient_beginnings`. */
function byLaterWord(
  db: Database,
  { doctorId, archived, from, limit }: Omit<Asked, 'query'>,
  word: string,
  narrowed: readonly (SQL | undefined)[],
): Promise<Listed[]> {
  return db
    .select({ ...columns, place: sql<string>`${beginnings.name}`.as('place') })
    .from(beginnings)
    .crossJoin(patients)
    .where(
      and(
        eq(beginnings.doctor_id, doctorId),
        eq(beginnings.archived, archived ? 1 : 0),
        eq(beginnings.beginning, Array.from(word).slice(0, BEGINNING).join('')),
        from ? sql`(${beginnings.name}, ${beginnings.patient_id}) > (${from.value}, ${from.id})` : undefined,
        ...narrowed,
        eq(id, beginnings.patient_id),
        inScope(doctorId, archived),
      ),
    )
    .orderBy(asc(beginnings.name), asc(beginnings.patient_id))
    .limit(limit)
}

/** Names that contain the query from the beginning of a later word on. */
function within(db: Database, { query, ...asked }: Asked): Promise<Listed[]> {
  return byLaterWord(db, asked, query, [
    sql`instr(${beginnings.name}, ${` ${query}`}) > 0 AND substr(${beginnings.name}, 1, length(${query})) <> ${query}`,
  ])
}

const wordsOf = (query: string) => query.split(' ').slice(0, WORDS)
/** The first and the last typed word, unless one word of a name can begin with both. */
function bothEnds(query: string): [first: string, last: string] | null {
  const [first = '', ...more] = wordsOf(query)
  const last = more.at(-1)
  return last === undefined || first.startsWith(last) || last.startsWith(first) ? null : [first, last]
}

/** Names that begin with the first typed word and have the others later: 'maria silva' finds Maria da Silva. */
async function apart(db: Database, { query, ...asked }: Asked): Promise<Listed[]> {
  const ends = bothEnds(query)
  if (!ends) return []
  const [first, last] = ends
  const holdsWord = (text: string) => sql`instr(' ' || ${beginnings.name}, ${` ${text}`}) > 0`
  return byLaterWord(db, asked, last, [
    asked.from ? undefined : sql`${beginnings.name} >= ${first}`,
    sql`${beginnings.name} < ${first + LAST}`,
    ...wordsOf(query).map(holdsWord),
    sql`NOT ${holdsWord(query)}`,
  ])
}

/** Names that contain the query inside a word, or whose words begin with its words in any order. */
function elsewhere(db: Database, { doctorId, query, archived, from, limit }: Asked): Promise<Listed[]> {
  const scope = scopeOf(doctorId, archived ? '1' : '0')
  const inAnyOrder = wordsOf(query)
    .map((word) => holds(scope, ` ${word}`))
    .join(' AND ')
  const ends = bothEnds(query)
  const shown = [holds(scope, ` ${query}`), ...(ends ? [`(^ ${holds(scope, ` ${ends[0]}`)} AND ${inAnyOrder})`] : [])]
  const match = `(${holds(scope, query)} OR (${inAnyOrder})) NOT (${shown.join(' OR ')})`
  return db
    .select({ ...columns, place: sql<string>`${name}`.as('place') })
    .from(patientGrams)
    .crossJoin(patients)
    .where(
      and(
        sql`patient_grams MATCH ${match} AND ${patients}.rowid = ${patientGrams.rowid}`,
        inScope(doctorId, archived),
        from ? sql`(${name}, ${id}) > (${from.value}, ${from.id})` : undefined,
      ),
    )
    .orderBy(asc(name), asc(id))
    .limit(limit)
}
