import { type SQL, sql } from 'drizzle-orm'
import type { Offer } from '#domain/record/omissions/omissions.ts'
import type { Flag, Section, Structurer } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditInsertWhen } from './audit.ts'
import { type ClaimedJob, stillMine } from './job.ts'
import { dismissedOffers, recordState } from './record.ts'
import { keepVersion } from './record-versions.ts'

export type NewRecord = {
  id: string
  consultationId: string
  doctorId: string
  specialty: Specialty
  sections: readonly Section[]
  alerts: readonly Flag[]
  /** All offers found in the consultation. Reading the record selects those it omits. */
  offers: readonly Offer[]
  warnings: readonly string[]
  structurer: Structurer
  processingTimeMs: number
  now: number
}

/** Inserts the sections of the record (`r`) that `which` selects. */
export const insertSections = (sections: readonly Section[], which: SQL) =>
  sql`INSERT INTO record_sections (id, record_id, doctor_id, key, canonical, title, position, content, original_content,
      confidence, confidence_score, suggestions, sentences)
    SELECT value ->> 'id', r.id, r.doctor_id, value ->> 'key', value ->> 'canonical', value ->> 'title', value ->> 'order', value ->> 'content',
      value ->> 'original_content', value ->> 'confidence', value ->> 'confidence_score', value -> 'suggestions', value -> 'sentences'
    FROM records r, json_each(${JSON.stringify(sections)}) WHERE ${which}`

/**
 * Writes the record and completes its job in one transaction, only while the job still belongs to this worker. So a
 * message delivered twice, or a worker that lost its lease, still makes one record. An existing record becomes a
 * version. Offers that the doctor dismissed in it stay dismissed: none changes while a structuring is under way.
 */
export async function saveRecord(
  db: Database,
  job: ClaimedJob,
  record: NewRecord,
): Promise<'saved' | 'lost' | 'signed'> {
  const { consultationId, doctorId, now } = record
  const fence = stillMine(job)
  const isOwn = sql`r.consultation_id = ${consultationId} AND r.doctor_id = ${doctorId} AND ${fence}`
  const written = sql`EXISTS (SELECT 1 FROM records WHERE consultation_id = ${consultationId} AND doctor_id = ${doctorId} AND job_id = ${job.id})`
  const dismissed = await dismissedOffers(db, doctorId, consultationId)
  const offers = record.offers.map((offer) => (dismissed.has(offer.id) ? { ...offer, dismissed: true } : offer))
  const outcomes = await writeAll(db, [
    keepVersion(isOwn, now, { by: 'structuring' }),
    sql`DELETE FROM record_sections WHERE record_id IN (SELECT r.id FROM records r WHERE r.signed_at IS NULL AND ${isOwn})`,
    sql`INSERT INTO records (id, consultation_id, doctor_id, specialty, job_id, processing_time_ms, warnings, alerts, omissions, structurer, created_at, updated_at)
      SELECT ${record.id}, c.id, c.doctor_id, ${record.specialty}, ${job.id}, ${record.processingTimeMs}, ${JSON.stringify(record.warnings)},
        ${JSON.stringify(record.alerts)}, ${JSON.stringify(offers)}, ${JSON.stringify(record.structurer)}, ${now}, ${now}
      FROM consultations c WHERE c.id = ${consultationId} AND c.doctor_id = ${doctorId} AND ${fence}
      ON CONFLICT (consultation_id) DO UPDATE SET specialty = excluded.specialty, job_id = excluded.job_id,
        processing_time_ms = excluded.processing_time_ms, warnings = excluded.warnings, alerts = excluded.alerts, omissions = excluded.omissions, structurer = excluded.structurer,
        created_at = excluded.created_at, updated_at = excluded.updated_at, revision = records.revision + 1,
        diagnoses = '[]', unified_text = NULL, saved_at = NULL
      WHERE records.signed_at IS NULL`,
    insertSections(record.sections, sql`r.job_id = ${job.id} AND ${isOwn}`),
    sql`UPDATE consultations SET specialty = ${record.specialty}
      WHERE id = ${consultationId} AND doctor_id = ${doctorId} AND ${fence} AND ${written}`,
    auditInsertWhen(
      { at: now, doctorId, action: 'record_created', subject: 'consultation', subjectId: consultationId },
      sql`WHERE ${fence} AND ${written}`,
    ),
    sql`UPDATE jobs SET status = 'completed', step = NULL, error = NULL, lease_until = NULL, updated_at = ${now}
      WHERE id = ${job.id} AND status = 'running' AND attempts = ${job.attempts} AND ${written}`,
  ])
  if (hasWritten(outcomes.at(-1))) return 'saved'
  return (await recordState(db, doctorId, consultationId)) === 'signed' ? 'signed' : 'lost'
}
