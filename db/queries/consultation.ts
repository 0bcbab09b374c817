import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Consultation, ConsultationType } from '#domain/consultation/contract.ts'
import type { Gap } from '#domain/consultation/gap.ts'
import type { RefusalCode } from '#domain/record/proof/refusal.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { searchKey } from '#domain/text.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { hasWritten, listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { consultations, transcriptEntries } from '../schema/consultation.ts'
import { medicalPatients } from '../schema/patient.ts'
import { currentConsent } from './consent.ts'
import { countedIn, type Month } from './subscription.ts'

type RecordState = Consultation['recordState']
/** Leaves out the times of words, which only old lines have. */
const { words: _, ...entryColumns } = getTableColumns(transcriptEntries)
export type EntryRow = Omit<typeof transcriptEntries.$inferSelect, 'words'>

const refusals: RefusalCode[] = ['too_little_speech', 'no_clinical_content']
export const consentState = sql`(SELECT state FROM consents
  WHERE consents.consultation_id = consultations.id AND consents.doctor_id = consultations.doctor_id
  ORDER BY seq DESC LIMIT 1)`
/** The state of the record; without a record, the result of the last structuring attempt. */
export const stateOfRecord = sql<RecordState>`coalesce(
  (SELECT iif(signed_at IS NULL, 'draft', 'signed') FROM records
    WHERE records.consultation_id = consultations.id AND records.doctor_id = consultations.doctor_id),
  (SELECT iif(status = 'failed' AND error IN ${listed(refusals)}, 'refused', NULL) FROM jobs
    WHERE jobs.subject_id = consultations.id AND jobs.doctor_id = consultations.doctor_id AND kind = 'structure'
    ORDER BY jobs.created_at DESC LIMIT 1))`

/** The columns of a consultation, with its current consent and the state of its record. */
const { id, status, duration, specialty, demonstration } = consultations
const columns = {
  ...{ id, status, duration, specialty, demonstration },
  patientId: consultations.patient_id,
  patientName: consultations.patient_name,
  consultationType: consultations.consultation_type,
  clinicalContext: consultations.clinical_context,
  startTime: consultations.start_time,
  endTime: consultations.end_time,
  entryCount: consultations.entry_count,
  recordState: stateOfRecord.as('record_state'),
  consent: currentConsent,
}

/** The columns of a row in a list: with the complaint and the hypothesis of its record. */
export const listedColumns = {
  ...columns,
  complaint: consultations.complaint,
  hypothesis: consultations.hypothesis,
}

export const toEntry = (row: EntryRow): TranscriptEntry => ({
  id: row.id,
  text: row.text,
  ...(row.original !== null && { original: row.original }),
  timestamp: row.timestamp,
  ...(row.speaker && { speaker: row.speaker }),
  isPartial: false,
  start_ms: row.start_ms,
  end_ms: row.end_ms,
  ...(row.speaker_origin && { speaker_origin: row.speaker_origin }),
  ...(row.voice && { voice: JSON.parse(row.voice) as TranscriptEntry['voice'] }),
  ...(row.confidence !== null && { confidence: row.confidence }),
})

const searchText = (name: string, context: string) => searchKey(`${name} ${context}`)
const owned = (doctorId: string, id: string) => and(eq(consultations.id, id), eq(consultations.doctor_id, doctorId))

export type NewConsultation = { id: string; patientId: string; type: ConsultationType; context: string; now: number }
/** The number of consultations allowed in the month; `limit` null: no limit. */
export type Quota = { limit: number | null; month: Month }

/** Starts a consultation. Null without such an unarchived patient, in a full month, or if the account is closed. */
export async function startConsultation(
  db: Database,
  doctorId: string,
  input: NewConsultation,
  quota: Quota,
): Promise<Consultation | null> {
  const { id, patientId, type, context, now } = input
  const room =
    quota.limit === null
      ? sql`true`
      : sql`(SELECT count(*) FROM ${consultations} WHERE ${countedIn(doctorId, quota.month)}) < ${quota.limit}`
  // One statement, so that no other call can archive the patient, close the account or take the month's last place
  // between check and insert.
  await db.run(sql`
    INSERT INTO consultations (id, doctor_id, patient_id, patient_name, search_text, consultation_type, clinical_context, status, start_time)
    SELECT ${id}, doctor_id, id, nome_completo, trim(nome_busca || ' ' || ${searchKey(context)}), ${type}, ${context}, 'active', ${now}
    FROM ${medicalPatients} WHERE id = ${patientId} AND doctor_id = ${doctorId} AND archived_at IS NULL AND ${room}
      AND NOT EXISTS (SELECT 1 FROM user WHERE user.id = ${doctorId} AND closed_at IS NOT NULL)`)
  return findConsultation(db, doctorId, id)
}

/** Null when it is not the doctor's. */
export async function findConsultation(db: Database, doctorId: string, id: string): Promise<Consultation | null> {
  const [row] = await db.select(columns).from(consultations).where(owned(doctorId, id)).limit(1)
  return row ?? null
}

/** The specialty of the last record of the same patient, of a consultation that began earlier. */
function lastSpecialty(db: Database, doctorId: string, id: string) {
  const earlier = alias(consultations, 'earlier')
  return db
    .select({ specialty: earlier.specialty })
    .from(consultations)
    .innerJoin(
      earlier,
      and(
        eq(earlier.patient_id, consultations.patient_id),
        eq(earlier.doctor_id, doctorId),
        lt(earlier.start_time, consultations.start_time),
      ),
    )
    .where(and(owned(doctorId, id), isNotNull(earlier.specialty)))
    .orderBy(desc(earlier.start_time))
    .limit(1)
}

/** The consultation with its transcript. While it is active the room has the transcript, and the list is empty here. */
export async function readConsultation(db: Database, doctorId: string, id: string) {
  const [rows, entries, last] = await db.batch([
    db
      .select({ ...columns, gaps: consultations.gaps })
      .from(consultations)
      .where(owned(doctorId, id))
      .limit(1),
    db
      .select(entryColumns)
      .from(transcriptEntries)
      .where(and(eq(transcriptEntries.consultation_id, id), eq(transcriptEntries.doctor_id, doctorId)))
      .orderBy(asc(transcriptEntries.position)),
    lastSpecialty(db, doctorId, id),
  ])
  if (!rows[0]) return null
  const { gaps, ...consultation } = rows[0]
  const specialty = (last[0]?.specialty ?? null) as Specialty | null
  return { consultation, entries: entries.map(toEntry), gaps: JSON.parse(gaps) as Gap[], lastSpecialty: specialty }
}

/** Changes the context of a running consultation. Null when it is not the doctor's or no longer runs. */
export async function updateContext(
  db: Database,
  doctorId: string,
  id: string,
  context: string,
): Promise<Consultation | null> {
  const name = await db.select({ name: consultations.patient_name }).from(consultations).where(owned(doctorId, id))
  const [row] = await db
    .update(consultations)
    .set({ clinical_context: context, search_text: searchText(name[0]?.name ?? '', context) })
    .where(and(owned(doctorId, id), eq(consultations.status, 'active')))
    .returning(columns)
  return row ?? null
}

/** Deletes a running consultation without lines, with its consent. Returns false if there is none of the doctor's. */
export async function discardConsultation(db: Database, doctorId: string, id: string): Promise<boolean> {
  const mine = sql`doctor_id = ${doctorId}`
  const results = await writeAll(db, [
    sql`UPDATE consultations SET status = 'discarded' WHERE id = ${id} AND ${mine} AND status = 'active'`,
    sql`DELETE FROM consents WHERE consultation_id = ${id} AND ${mine}
      AND EXISTS (SELECT 1 FROM consultations WHERE id = ${id} AND ${mine} AND status = 'discarded')`,
    sql`DELETE FROM consultations WHERE id = ${id} AND ${mine} AND status = 'discarded'`,
  ])
  return hasWritten(results.at(-1))
}

/** For the dashboard: open consultations, and those started since `dayStart`. */
export async function openConsultations(db: Database, doctorId: string, dayStart: number) {
  const [open, today] = await db.batch([
    db
      .select(listedColumns)
      .from(consultations)
      .where(and(eq(consultations.doctor_id, doctorId), eq(consultations.status, 'active')))
      .orderBy(desc(consultations.start_time))
      .limit(20),
    db
      .select(listedColumns)
      .from(consultations)
      .where(and(eq(consultations.doctor_id, doctorId), gte(consultations.start_time, dayStart)))
      .orderBy(desc(consultations.start_time))
      .limit(100),
  ])
  return { open, today }
}

/** Returns the ids that are the doctor's own consultations. */
export async function ownConsultations(db: Database, doctorId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(inArray(consultations.id, listed(ids)), eq(consultations.doctor_id, doctorId)))
  return rows.map((row) => row.id)
}

/** Ids of the consultations that are open or ended after `since`. */
export async function openSinceIds(db: Database, doctorId: string, since: number): Promise<string[]> {
  const shown = or(
    eq(consultations.status, 'active'),
    and(eq(consultations.status, 'completed'), gt(consultations.end_time, since)),
  )
  const rows = await db
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(eq(consultations.doctor_id, doctorId), shown))
  return rows.map((row) => row.id)
}
