import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { usableContext } from '#domain/patient/patient.ts'
import { stillOmitted } from '#domain/record/omissions.ts'
import { editSection } from '#domain/record/prove.ts'
import type {
  Diagnosis,
  Flag,
  Omission,
  Section,
  Sentence,
  Signature,
  StructuredRecord,
  Structurer,
} from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { rawTranscription } from '#domain/transcript/transcript.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { consultations, transcriptEntries } from '../schema/consultation.ts'
import { recordAddenda, recordSections, records } from '../schema/record.ts'
import { type ClaimedJob, stillMine } from './job.ts'

type RecordRow = typeof records.$inferSelect
type SectionRow = typeof recordSections.$inferSelect

const toSection = (row: SectionRow, signed: boolean): Section => ({
  id: row.id,
  key: row.key,
  canonical: row.canonical as Section['canonical'],
  title: row.title,
  content: row.content,
  original_content: row.original_content,
  order: row.position,
  confidence: row.confidence,
  confidence_score: row.confidence_score,
  suggestions: JSON.parse(row.suggestions) as string[],
  editable: !signed,
  sentences: JSON.parse(row.sentences) as Sentence[],
})

export type StoredRecord = StructuredRecord & { record_id: string; job_id: string; signed_at: number | null }

export async function readRecord(db: Database, doctorId: string, consultationId: string): Promise<StoredRecord | null> {
  const owned = and(eq(records.consultation_id, consultationId), eq(records.doctor_id, doctorId))
  const [[row], sections, entries, addenda] = await db.batch([
    db.select().from(records).where(owned).limit(1),
    db
      .select()
      .from(recordSections)
      .where(inArray(recordSections.record_id, db.select({ id: records.id }).from(records).where(owned)))
      .orderBy(asc(recordSections.position)),
    db
      .select({ text: transcriptEntries.text, speaker: transcriptEntries.speaker })
      .from(transcriptEntries)
      .where(and(eq(transcriptEntries.consultation_id, consultationId), eq(transcriptEntries.doctor_id, doctorId)))
      .orderBy(asc(transcriptEntries.position)),
    db
      .select()
      .from(recordAddenda)
      .where(and(eq(recordAddenda.consultation_id, consultationId), eq(recordAddenda.doctor_id, doctorId)))
      .orderBy(asc(recordAddenda.created_at)),
  ])
  if (!row) return null
  const shown = sections.map((section) => toSection(section, row.signed_at !== null))
  return {
    record_id: row.id,
    job_id: row.job_id,
    signed_at: row.signed_at,
    consultation_id: row.consultation_id,
    specialty: row.specialty as Specialty,
    sections: shown,
    processing_time_ms: row.processing_time_ms,
    warnings: JSON.parse(row.warnings) as string[],
    created_at: row.created_at,
    raw_transcription: rawTranscription(
      entries.map(({ text, speaker }) => ({ text, isPartial: false, ...(speaker && { speaker }) })),
    ),
    structurer: JSON.parse(row.structurer) as Structurer,
    revision: row.revision,
    alerts: JSON.parse(row.alerts) as Flag[],
    omissions: stillOmitted(JSON.parse(row.omissions) as Omission[], shown),
    diagnoses: JSON.parse(row.diagnoses) as Diagnosis[],
    unified_text: row.unified_text,
    saved_at: row.saved_at,
    signature: row.signature === null ? null : (JSON.parse(row.signature) as Signature),
    addenda: addenda.map(({ id, text, doctor_name, crm, created_at, sha256 }) => ({
      id,
      text,
      doctor_name,
      crm,
      created_at,
      sha256,
    })),
  }
}

/** A copy of the record as it stands, into its append-only versions. */
const keepVersion = (which: SQL, now: number) => sql`
  INSERT INTO record_versions (record_id, version, doctor_id, consultation_id, body, replaced_at)
  SELECT r.id, (SELECT coalesce(max(v.version), 0) + 1 FROM record_versions v WHERE v.record_id = r.id), r.doctor_id, r.consultation_id,
    json_object('specialty', r.specialty, 'job_id', r.job_id, 'processing_time_ms', r.processing_time_ms, 'warnings', json(r.warnings),
      'alerts', json(r.alerts), 'omissions', json(r.omissions), 'diagnoses', json(r.diagnoses), 'unified_text', r.unified_text, 'revision', r.revision,
      'structurer', json(r.structurer), 'created_at', r.created_at, 'updated_at', r.updated_at, 'sections', (
        SELECT json_group_array(json_object('id', s.id, 'key', s.key, 'canonical', s.canonical, 'title', s.title, 'order', s.position,
          'content', s.content, 'original_content', s.original_content, 'confidence', s.confidence, 'confidence_score', s.confidence_score,
          'suggestions', json(s.suggestions), 'sentences', json(s.sentences)))
        FROM (SELECT * FROM record_sections WHERE record_id = r.id ORDER BY position) s)),
    ${now}
  FROM records r WHERE r.signed_at IS NULL AND ${which}`

export type NewRecord = {
  id: string
  consultationId: string
  doctorId: string
  specialty: Specialty
  sections: readonly Section[]
  alerts: readonly Flag[]
  omissions: readonly Omission[]
  warnings: readonly string[]
  structurer: Structurer
  processingTimeMs: number
  now: number
}

/**
 * Writes the record and completes its job, all or nothing, and only while the job is still this worker's: delivered
 * twice, or finished late by a worker that lost its lease, it makes one record. One that stood before becomes a version.
 */
export async function saveRecord(
  db: Database,
  job: ClaimedJob,
  record: NewRecord,
): Promise<'saved' | 'lost' | 'signed'> {
  const { consultationId, doctorId, now } = record
  const fence = stillMine(job)
  const standing = sql`r.consultation_id = ${consultationId} AND r.doctor_id = ${doctorId} AND ${fence}`
  const written = sql`EXISTS (SELECT 1 FROM records WHERE consultation_id = ${consultationId} AND doctor_id = ${doctorId} AND job_id = ${job.id})`
  const sections = JSON.stringify(record.sections)
  const outcomes = await writeAll(db, [
    keepVersion(standing, now),
    sql`DELETE FROM record_sections WHERE record_id IN (SELECT r.id FROM records r WHERE r.signed_at IS NULL AND ${standing})`,
    sql`INSERT INTO records (id, consultation_id, doctor_id, specialty, job_id, processing_time_ms, warnings, alerts, omissions, structurer, created_at, updated_at)
      SELECT ${record.id}, c.id, c.doctor_id, ${record.specialty}, ${job.id}, ${record.processingTimeMs}, ${JSON.stringify(record.warnings)},
        ${JSON.stringify(record.alerts)}, ${JSON.stringify(record.omissions)}, ${JSON.stringify(record.structurer)}, ${now}, ${now}
      FROM consultations c WHERE c.id = ${consultationId} AND c.doctor_id = ${doctorId} AND ${fence}
      ON CONFLICT (consultation_id) DO UPDATE SET specialty = excluded.specialty, job_id = excluded.job_id,
        processing_time_ms = excluded.processing_time_ms, warnings = excluded.warnings, alerts = excluded.alerts, omissions = excluded.omissions, structurer = excluded.structurer,
        created_at = excluded.created_at, updated_at = excluded.updated_at, revision = records.revision + 1,
        diagnoses = '[]', unified_text = NULL, saved_at = NULL
      WHERE records.signed_at IS NULL`,
    sql`INSERT INTO record_sections (id, record_id, doctor_id, key, canonical, title, position, content, original_content,
        confidence, confidence_score, suggestions, sentences)
      SELECT value ->> 'id', r.id, r.doctor_id, value ->> 'key', value ->> 'canonical', value ->> 'title', value ->> 'order', value ->> 'content',
        value ->> 'original_content', value ->> 'confidence', value ->> 'confidence_score', value -> 'suggestions', value -> 'sentences'
      FROM records r, json_each(${sections}) WHERE r.job_id = ${job.id} AND ${standing}`,
    sql`UPDATE consultations SET specialty = ${record.specialty}
      WHERE id = ${consultationId} AND doctor_id = ${doctorId} AND ${fence} AND ${written}`,
    sql`INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id)
      SELECT ${now}, ${doctorId}, 'record_created', 'consultation', ${consultationId} WHERE ${fence} AND ${written}`,
    sql`UPDATE jobs SET status = 'completed', step = NULL, error = NULL, lease_until = NULL, updated_at = ${now}
      WHERE id = ${job.id} AND status = 'running' AND attempts = ${job.attempts} AND ${written}`,
  ])
  if ((outcomes.at(-1)?.meta.changes ?? 0) > 0) return 'saved'
  const [row] = await db
    .select({ signed: records.signed_at })
    .from(records)
    .where(eq(records.consultation_id, consultationId))
    .limit(1)
  return row && row.signed !== null ? 'signed' : 'lost'
}

const owning = (sectionId: string, doctorId: string) =>
  and(eq(recordSections.id, sectionId), eq(recordSections.doctor_id, doctorId))

async function readSection(
  db: Database,
  doctorId: string,
  sectionId: string,
): Promise<{ section: SectionRow; record: RecordRow } | null> {
  const [row] = await db
    .select({ section: recordSections, record: records })
    .from(recordSections)
    .innerJoin(records, eq(records.id, recordSections.record_id))
    .where(owning(sectionId, doctorId))
    .limit(1)
  return row ?? null
}

/** What a section's sentences are checked against. */
async function readGrounds(db: Database, doctorId: string, consultationId: string) {
  const [entries, [consultation]] = await db.batch([
    db
      .select({
        id: transcriptEntries.id,
        text: transcriptEntries.text,
        speaker: transcriptEntries.speaker,
        confidence: transcriptEntries.confidence,
      })
      .from(transcriptEntries)
      .where(and(eq(transcriptEntries.consultation_id, consultationId), eq(transcriptEntries.doctor_id, doctorId)))
      .orderBy(asc(transcriptEntries.position)),
    db
      .select({ context: consultations.clinical_context })
      .from(consultations)
      .where(and(eq(consultations.id, consultationId), eq(consultations.doctor_id, doctorId)))
      .limit(1),
  ])
  return {
    entries: entries.map(({ id, text, speaker, confidence }) => ({
      id,
      text,
      speaker: speaker ?? undefined,
      confidence: confidence ?? undefined,
    })),
    context: usableContext(consultation?.context ?? ''),
  }
}

/** Changes a section's text; what stood before is kept as a version. Unchanged text changes nothing. Gives the consultation's id. */
export async function updateSection(
  db: Database,
  doctorId: string,
  sectionId: string,
  content: string,
  now: number,
): Promise<string | 'not_found' | 'signed'> {
  const found = await readSection(db, doctorId, sectionId)
  if (!found) return 'not_found'
  const { section, record } = found
  if (record.signed_at !== null) return 'signed'
  if (section.content === content) return record.consultation_id
  const { entries, context } = await readGrounds(db, doctorId, record.consultation_id)
  const grounds = { entries, context, specialty: record.specialty as Specialty }
  const edited = editSection(grounds, toSection(section, false), content)
  const unsigned = sql`EXISTS (SELECT 1 FROM records r WHERE r.id = ${record.id} AND r.signed_at IS NULL)`
  await writeAll(db, [
    keepVersion(sql`r.id = ${record.id} AND r.doctor_id = ${doctorId}`, now),
    db
      .update(recordSections)
      .set({
        content,
        sentences: JSON.stringify(edited.sentences),
        suggestions: JSON.stringify(edited.suggestions),
        confidence: edited.confidence,
        confidence_score: edited.confidence_score,
      })
      .where(and(owning(sectionId, doctorId), unsigned)),
    db
      .update(records)
      .set({ updated_at: now, revision: sql`${records.revision} + 1` })
      .where(and(eq(records.id, record.id), sql`${records.signed_at} IS NULL`)),
  ])
  const changed = await readSection(db, doctorId, sectionId)
  if (!changed) return 'not_found'
  return changed.record.signed_at === null ? record.consultation_id : 'signed'
}

/** Keys of the doctor's own sections by id, for what only knows their ids. */
export async function sectionKeys(
  db: Database,
  doctorId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: recordSections.id, key: recordSections.key })
    .from(recordSections)
    .where(
      and(
        eq(recordSections.doctor_id, doctorId),
        inArray(recordSections.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),
    )
  return new Map(rows.map((row) => [row.id, row.key]))
}
