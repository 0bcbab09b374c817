import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import type { Decide, RecordChange } from '#domain/record/edit/change.ts'
import type { Earlier } from '#domain/record/edit/edit.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { jobs } from '../schema/job.ts'
import { recordSections, records } from '../schema/record.ts'
import { isStructuring, structuringOf } from './job.ts'
import { readRecord, readRecordWithGrounds, type StoredRecord } from './record.ts'
import { firstSections, keepVersion, type Replacing } from './record-versions.ts'

/** Two windows of one doctor may change a record at once, so a few attempts are enough. */
export const TRIES = 8

/** The record revision that the change was decided on. */
export type ReadRevision = Pick<StoredRecord, 'record_id' | 'consultation_id' | 'revision'>

export const notStructuring = (record: Pick<ReadRevision, 'consultation_id'>, doctorId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${structuringOf(doctorId, record.consultation_id)})`

/** SQL: the doctor's own record still has this revision, is unsigned, and no structuring is about to replace it. */
export const isUnchanged = (record: ReadRevision, doctorId: string) =>
  and(
    eq(records.id, record.record_id),
    eq(records.doctor_id, doctorId),
    eq(records.revision, record.revision),
    sql`${records.signed_at} IS NULL`,
    notStructuring(record, doctorId),
  )

/** The error code that explains why an unsigned record is no longer at the revision that was read. */
export const findChangeReason = async (db: Database, doctorId: string, record: ReadRevision): Promise<ErrorCode> =>
  (await isStructuring(db, doctorId, record.consultation_id)) ? 'structuring_under_way' : 'record_changed'

/**
 * Changes an unsigned record: decides on the current revision and writes only if it is unchanged, else decides again.
 * So concurrent changes are all made, and each replaced text becomes a version. Returns the record or an error code.
 */
export async function changeRecord(
  db: Database,
  doctorId: string,
  consultationId: string,
  decide: Decide,
  now: number,
): Promise<StoredRecord | ErrorCode> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [stored, structured, replaced] = await Promise.all([
      readRecordWithGrounds(db, doctorId, consultationId),
      readStructured(db, doctorId, consultationId),
      isStructuring(db, doctorId, consultationId),
    ])
    if (!stored) return 'record_not_found'
    if (stored.record.signed_at !== null) return 'section_signed'
    const change = decide({ ...stored, structured })
    if (change === null) return stored.record
    // Structuring would overwrite this change.
    if (replaced) return 'structuring_under_way'
    if (typeof change === 'string') return change
    const outcomes = await writeAll(db, recordWrites(db, doctorId, stored.record, change, now))
    if (hasWritten(outcomes.at(-1))) return (await readRecord(db, doctorId, consultationId)) ?? 'record_not_found'
  }
  return 'record_changed'
}

/** Sentences of each section as structured, from the first version since then; empty without one. */
export async function readStructured(
  db: Database,
  doctorId: string,
  consultationId: string,
): Promise<Map<string, Earlier[]>> {
  const ofSameJob = sql`body ->> 'job_id' = (SELECT job_id FROM records WHERE records.id = record_versions.record_id)`
  const sections = await firstSections<Earlier>(db, doctorId, consultationId, ofSameJob)
  return new Map(sections.map(({ id, sentences }) => [id, sentences]))
}

/** Returns the change that replaces the stored version. A return to sections removes the whole text, so it is not typing. */
const replacing = ({ section, rechecked, diagnoses, unified_text: text, edit }: RecordChange): Replacing =>
  section
    ? { by: 'section', section: section.title, edit }
    : { by: rechecked ? 'transcript' : diagnoses ? 'diagnoses' : text === null ? 'text' : 'typing' }

/** SQL: the unsigned record `r` still has this revision, and no structuring is about to replace it. */
export const isCurrent = ({ record_id: id, revision, ...record }: ReadRevision, doctorId: string): SQL =>
  sql`r.id = ${id} AND r.doctor_id = ${doctorId} AND r.revision = ${revision} AND r.signed_at IS NULL
    AND ${notStructuring(record, doctorId)}`

/** Statements that write a change, only while the record has the revision that was read. The last one ends it. */
export function recordWrites(db: Database, doctorId: string, record: ReadRevision, change: RecordChange, now: number) {
  const { section, rechecked = [] } = change
  const { record_id: id, revision } = record
  const current = isCurrent(record, doctorId)
  return [
    ...(change.addsVersion ? [keepVersion(current, now, replacing(change))] : []),
    ...(section ? [section] : rechecked).map((one) =>
      db
        .update(recordSections)
        .set({
          content: one.content,
          sentences: JSON.stringify(one.sentences),
          suggestions: JSON.stringify(one.suggestions),
          confidence: one.confidence,
          confidence_score: one.confidence_score,
        })
        .where(
          and(
            eq(recordSections.id, one.id),
            eq(recordSections.record_id, id),
            sql`EXISTS (SELECT 1 FROM records r WHERE ${current})`,
          ),
        ),
    ),
    db
      .update(records)
      .set({
        revision: revision + 1,
        updated_at: now,
        ...(change.alerts && { alerts: JSON.stringify(change.alerts) }),
        ...(change.warnings && { warnings: JSON.stringify(change.warnings) }),
        ...(change.offers && { omissions: JSON.stringify(change.offers) }),
        ...(change.diagnoses && { diagnoses: JSON.stringify(change.diagnoses) }),
        ...(change.unified_text !== undefined && { unified_text: change.unified_text }),
        ...(change.addsVersion && { saved_at: null }),
      })
      .where(isUnchanged(record, doctorId)),
  ]
}
