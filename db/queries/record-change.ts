import { and, eq, sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import type { Decide, RecordChange } from '#domain/record/edit/change.ts'
import type { Earlier } from '#domain/record/edit/edit.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { jobs } from '../schema/job.ts'
import { recordSections, records } from '../schema/record.ts'
import { isStructuring, structuringOf } from './job.ts'
import { readRecord, readRecordWithGrounds, type StoredRecord } from './record.ts'
import { firstSections, keepVersion, type Replacing } from './record-versions.ts'

/** Two windows of one doctor may change a record at once, so a few attempts are enough. */
const TRIES = 8

/** The record revision that the change was decided on. */
export type ReadRevision = Pick<StoredRecord, 'record_id' | 'consultation_id' | 'revision'>

const notStructuring = (record: ReadRevision, doctorId: string) =>
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
    if (await write(db, doctorId, stored.record, change, now))
      return (await readRecord(db, doctorId, consultationId)) ?? 'record_not_found'
  }
  return 'record_changed'
}

/** Sentences of each section as structured, from the first version since then; empty without one. */
async function readStructured(db: Database, doctorId: string, consultationId: string): Promise<Map<string, Earlier[]>> {
  const ofSameJob = sql`body ->> 'job_id' = (SELECT job_id FROM records WHERE records.id = record_versions.record_id)`
  const sections = await firstSections<Earlier>(db, doctorId, consultationId, ofSameJob)
  return new Map(sections.map(({ id, sentences }) => [id, sentences]))
}

/** What replaces the stored version. A return to sections removes the whole text, so it is not typing. */
const replacing = ({ section, diagnoses, unified_text: text, edit }: RecordChange): Replacing =>
  section
    ? { by: 'section', section: section.title, edit }
    : { by: diagnoses ? 'diagnoses' : text === null ? 'text' : 'typing' }

async function write(
  db: Database,
  doctorId: string,
  record: StoredRecord,
  change: RecordChange,
  now: number,
): Promise<boolean> {
  const { section } = change
  const { record_id: id, revision } = record
  const isCurrent = sql`r.id = ${id} AND r.doctor_id = ${doctorId} AND r.revision = ${revision}
    AND ${notStructuring(record, doctorId)}`
  const outcomes = await writeAll(db, [
    ...(change.addsVersion ? [keepVersion(isCurrent, now, replacing(change))] : []),
    ...(section
      ? [
          db
            .update(recordSections)
            .set({
              content: section.content,
              sentences: JSON.stringify(section.sentences),
              suggestions: JSON.stringify(section.suggestions),
              confidence: section.confidence,
              confidence_score: section.confidence_score,
            })
            .where(
              and(
                eq(recordSections.id, section.id),
                eq(recordSections.record_id, id),
                sql`EXISTS (SELECT 1 FROM records r WHERE ${isCurrent} AND r.signed_at IS NULL)`,
              ),
            ),
        ]
      : []),
    db
      .update(records)
      .set({
        revision: revision + 1,
        updated_at: now,
        ...(change.alerts && { alerts: JSON.stringify(change.alerts) }),
        ...(change.offers && { omissions: JSON.stringify(change.offers) }),
        ...(change.diagnoses && { diagnoses: JSON.stringify(change.diagnoses) }),
        ...(change.unified_text !== undefined && { unified_text: change.unified_text }),
        ...(change.addsVersion && { saved_at: null }),
      })
      .where(isUnchanged(record, doctorId)),
  ])
  return outcomes.at(-1)?.meta.changes === 1
}
