import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ConsultationType, HistoryState } from '#domain/consultation/contract.ts'
import { noteWords } from '#domain/record/note-words.ts'
import { searchKey } from '#domain/text.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { listCounts } from '../schema/list-counts.ts'
import { medicalPatients } from '../schema/patient.ts'
import { consentState, type EntryRow, listedColumns, stateOfRecord, toEntry } from './consultation.ts'
import { holds, notesWith, scopeOf, visitGrams } from './grams.ts'
import { cutPage, decodePlace, type Place } from './keyset.ts'

export type HistorySearch = {
  query: string
  type: ConsultationType | 'all'
  state: HistoryState | 'all'
  /** The time of the end of a finished one, of the start of an open one: from this instant, and before that one. */
  from: number | null
  to: number | null
  patientId: string | null
  cursor: string | null
  limit: number
  preview: number
}

/** D1 binds at most 100 values, and a search needs no ninth word. */
const WORDS = 8

/** The same states as `recordState` shows in the app's lists. */
const states: Record<Exclude<HistoryState, 'active'>, SQL> = {
  signed: sql`${stateOfRecord} = 'signed'`,
  draft: sql`${stateOfRecord} = 'draft'`,
  waiting: sql`${stateOfRecord} IS NULL AND ${consentState} = 'accepted'`,
}

const NONE = sql`false`

/**
 * A search counts so many matches, at one row read for each. A page of 30 with 5 lines each then stays below three rows
 * read for each row shown (P6).
 */
const COUNTED = 100

/** Each typed word must be in the name, the context or the note. */
const matchOf = (doctorId: string, words: readonly string[]): string =>
  words
    .map((word) => {
      const inNote = noteWords(word).map((one) => notesWith(doctorId, one))
      const named = holds(scopeOf(doctorId), word)
      return inNote.length > 0 ? `(${named} OR (${inNote.join(' AND ')}))` : named
    })
    .join(' AND ')

/**
 * Consultations, newest first, each with its first `preview` entries: finished ones, or the open ones if that is the
 * state. The search uses the index of words in the same order, so a page reads only the rows it shows. Only the first
 * page counts; `isMore`: a search matches more than `matching`. Errors: invalid_cursor.
 */
export async function searchConsultations(db: Database, doctorId: string, search: HistorySearch) {
  const place = decodePlace(search.cursor, 'number')
  const words = searchKey(search.query).split(' ').filter(Boolean).slice(0, WORDS)
  const isOpen = search.state === 'active'
  const at = isOpen ? consultations.start_time : consultations.end_time
  // Open ones are few and not in the index.
  const terms = isOpen ? '' : matchOf(doctorId, words)
  const { patientId, from, to } = search
  const scope = and(
    eq(consultations.doctor_id, doctorId),
    eq(consultations.status, isOpen ? 'active' : 'completed'),
    // `+` keeps SQLite from the patient's index: with a text search, the index of word parts finds the row.
    patientId ? sql`${sql.raw(terms && '+')}${consultations.patient_id} = ${patientId}` : undefined,
  )
  const filters: SQL[] = []
  if (search.type !== 'all') filters.push(eq(consultations.consultation_type, search.type))
  if (search.state !== 'all' && search.state !== 'active') filters.push(states[search.state])
  if (isOpen) filters.push(...words.map((word) => sql`instr(${consultations.search_text}, ${word}) > 0`))
  if (from !== null) filters.push(gte(at, from))
  if (to !== null) filters.push(lt(at, to))
  const match = and(scope, ...filters, terms ? indexed(terms, place, search) : undefined)
  const listed = db.select({ ...listedColumns, preview: firstEntries(search.preview) })
  const page = (terms ? listed.from(visitGrams).crossJoin(consultations) : listed.from(consultations).$dynamic())
    .where(and(match, place ? sql`(${at}, ${consultations.id}) < (${place.value}, ${place.id})` : undefined))
    .orderBy(...(terms ? [desc(visitGrams.rowid)] : [desc(at), desc(consultations.id)]))
    .limit(search.limit + 1)

  const counting = db.select({ count: count() })
  const hits = db.select({ one: sql`1`.as('one') })
  const simply = filters.length === 0 && !patientId
  const narrowed = terms !== '' || filters.length > 0 || isOpen
  const matching =
    terms === ''
      ? counting.from(consultations).where(place || !narrowed ? NONE : match)
      : counting.from(
          (simply
            ? hits.from(visitGrams).where(place ? NONE : sql`visit_grams MATCH ${terms}`)
            : hits
                .from(visitGrams)
                .crossJoin(consultations)
                .where(place ? NONE : match)
          )
            .limit(COUNTED + 1)
            .as('hits'),
        )
  const all = patientId
    ? db
        .select({ count: count() })
        .from(consultations)
        .where(place ? NONE : scope)
    : db
        .select({ count: listCounts.consultations })
        .from(listCounts)
        .where(place ? NONE : eq(listCounts.doctor_id, doctorId))
  const patient = db
    .select({ name: medicalPatients.nome_completo })
    .from(medicalPatients)
    .where(and(eq(medicalPatients.id, patientId ?? ''), eq(medicalPatients.doctor_id, doctorId)))
  const [rows, [some], [every], [named]] = await db.batch([page, matching, all, patient])

  const { items, next } = cutPage(rows, search.limit, (row) => ({ value: row.endTime ?? row.startTime, id: row.id }))
  const total = every?.count ?? 0
  const found = narrowed ? (some?.count ?? 0) : total
  const isMore = terms !== '' && found > COUNTED
  return {
    items: items.map((row) => ({ ...row, preview: entriesIn(row.preview) })),
    next,
    counts: place ? null : { matching: isMore ? COUNTED : found, all: total, ...(isMore && { isMore }) },
    patientName: named?.name ?? null,
  }
}

type Range = Pick<HistorySearch, 'from' | 'to'>

/** The index orders consultations by end time, then by the first five digits of the id (migrations/0020). */
function indexed(match: string, place: Place<number> | null, { from, to }: Range): SQL {
  const digits = Number.parseInt(place?.id.slice(0, 5) ?? '', 16) || 0xfffff
  const { rowid } = visitGrams
  const within = [
    place && sql`AND ${rowid} <= (${place.value} << 20) | ${digits}`,
    from !== null && sql`AND ${rowid} >= (${from} << 20)`,
    to !== null && sql`AND ${rowid} < (${to} << 20)`,
  ].filter((bound) => bound !== null && bound !== false)
  return sql`visit_grams MATCH ${match} ${sql.join(within, sql` `)} AND ${consultations.end_time} = ${rowid} >> 20
    AND substr(${consultations.id}, 1, 5) = printf('%05x', ${rowid} & 0xfffff)`
}

/** Returns JSON, so that one statement reads a consultation with its entries and the page waits only once. */
const firstEntries = (many: number) =>
  sql<string>`(SELECT json_group_array(json_object('id', id, 'text', text, 'timestamp', timestamp, 'speaker', speaker,
      'speaker_origin', speaker_origin, 'start_ms', start_ms, 'end_ms', end_ms, 'confidence', confidence, 'original', original))
    FROM (SELECT * FROM transcript_entries WHERE transcript_entries.consultation_id = consultations.id
      AND transcript_entries.doctor_id = consultations.doctor_id AND position < ${many} ORDER BY position))`.as(
    'preview',
  )

const entriesIn = (json: string): TranscriptEntry[] =>
  (JSON.parse(json) as EntryRow[]).map((row) => toEntry({ ...row, voice: null }))
