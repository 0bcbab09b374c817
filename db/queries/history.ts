import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ConsultationType, HistoryState } from '#domain/consultation/contract.ts'
import { plain } from '#domain/text.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { listCounts } from '../schema/list-counts.ts'
import { medicalPatients } from '../schema/patient.ts'
import { columns, consentState, type EntryRow, stateOfRecord, toEntry } from './consultation.ts'
import { holds, scopeOf, visitGrams } from './grams.ts'
import { cutPage, decodePlace, type Place } from './keyset.ts'

export type HistorySearch = {
  query: string
  type: ConsultationType | 'all'
  state: HistoryState | 'all'
  patientId: string | null
  cursor: string | null
  limit: number
  preview: number
}

/** D1 binds at most 100 values, and a search needs no ninth word. */
const WORDS = 8

/** The same states as `recordState` shows in the app's lists. */
const states: Record<HistoryState, SQL> = {
  signed: sql`${stateOfRecord} = 'signed'`,
  draft: sql`${stateOfRecord} = 'draft'`,
  waiting: sql`${stateOfRecord} IS NULL AND ${consentState} = 'accepted'`,
}

const NONE = sql`false`

/**
 * Finished consultations, newest first, each with its first `preview` entries. The search uses the index of word parts
 * in the same order, so a page reads only the rows it shows. Only the first page counts. Errors: invalid_cursor.
 */
export async function searchConsultations(db: Database, doctorId: string, search: HistorySearch) {
  const place = decodePlace(search.cursor, 'number')
  const words = plain(search.query).split(' ').filter(Boolean).slice(0, WORDS)
  const terms = words.map((word) => holds(scopeOf(doctorId), word)).join(' AND ')
  const { patientId } = search
  const scope = and(
    eq(consultations.doctor_id, doctorId),
    eq(consultations.status, 'completed'),
    // `+` keeps SQLite from the patient's index: with a text search, the index of word parts finds the row.
    patientId ? sql`${sql.raw(terms && '+')}${consultations.patient_id} = ${patientId}` : undefined,
  )
  const filters: SQL[] = []
  if (search.type !== 'all') filters.push(eq(consultations.consultation_type, search.type))
  if (search.state !== 'all') filters.push(states[search.state])
  const match = and(scope, ...filters, terms ? indexed(terms, place) : undefined)
  const listed = db.select({ ...columns, preview: firstEntries(search.preview) })
  const page = (terms ? listed.from(visitGrams).crossJoin(consultations) : listed.from(consultations).$dynamic())
    .where(
      and(
        match,
        place ? sql`(${consultations.end_time}, ${consultations.id}) < (${place.value}, ${place.id})` : undefined,
      ),
    )
    .orderBy(...(terms ? [desc(visitGrams.rowid)] : [desc(consultations.end_time), desc(consultations.id)]))
    .limit(search.limit + 1)

  const counting = db.select({ count: count() })
  const simply = filters.length === 0 && !patientId
  const narrowed = terms !== '' || filters.length > 0
  const matching =
    terms && simply
      ? counting.from(visitGrams).where(place ? NONE : sql`visit_grams MATCH ${terms}`)
      : (terms ? counting.from(visitGrams).crossJoin(consultations) : counting.from(consultations).$dynamic()).where(
          place || !narrowed ? NONE : match,
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

  const { items, next } = cutPage(rows, search.limit, (row) => ({ value: row.endTime ?? 0, id: row.id }))
  const total = every?.count ?? 0
  return {
    items: items.map((row) => ({ ...row, preview: entriesIn(row.preview) })),
    next,
    counts: place ? null : { matching: narrowed ? (some?.count ?? 0) : total, all: total },
    patientName: named?.name ?? null,
  }
}

/** The index orders consultations by end time, then by the first five digits of the id (migrations/0020). */
function indexed(match: string, from: Place<number> | null): SQL {
  const digits = Number.parseInt(from?.id.slice(0, 5) ?? '', 16) || 0xfffff
  const before = from ? sql`AND ${visitGrams.rowid} <= (${from.value} << 20) | ${digits}` : sql``
  return sql`visit_grams MATCH ${match} ${before} AND ${consultations.end_time} = ${visitGrams.rowid} >> 20
    AND substr(${consultations.id}, 1, 5) = printf('%05x', ${visitGrams.rowid} & 0xfffff)`
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
