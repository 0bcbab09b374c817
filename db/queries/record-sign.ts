import { sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import type { Addendum, Signature } from '#domain/record/record.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { records } from '../schema/record.ts'
import { type AuditedRequest, auditInsertWhen } from './audit.ts'
import { deliveryInserts } from './integration.ts'
import type { StoredRecord } from './record.ts'
import { findChangeReason, isUnchanged, type ReadRevision } from './record-change.ts'

/** 'Salvar no Histórico' at the revision the doctor saw. Returns an error code if the record changed since. */
export async function markSaved(
  db: Database,
  doctorId: string,
  record: ReadRevision,
  now: number,
): Promise<ErrorCode | null> {
  const rows = await db
    .update(records)
    .set({ saved_at: sql`coalesce(${records.saved_at}, ${now})` })
    .where(isUnchanged(record, doctorId))
    .returning({ id: records.id })
  return rows.length === 1 ? null : findChangeReason(db, doctorId, record)
}

export type Signed = { signature: Signature; content: string; unifiedText: string | null }

/** Freezes the record at the revision the doctor saw. Returns an error code if it changed or is being replaced. */
export async function signRecord(
  db: Database,
  doctorId: string,
  record: ReadRevision,
  signed: Signed,
  request: Omit<AuditedRequest, 'now'>,
): Promise<ErrorCode | null> {
  const at = signed.signature.signed_at
  const may = isUnchanged(record, doctorId)
  const auditRow = { at, doctorId, subject: 'consultation', subjectId: record.consultation_id, ...request } as const
  const when = sql`FROM ${records} WHERE ${may}`
  const happened = { doctorId, consultationId: record.consultation_id, subjectId: null, now: at }
  const results = await writeAll(db, [
    // The audit rows come first, under the same condition, so that all are written or none.
    auditInsertWhen({ ...auditRow, action: 'record_signed' }, when),
    ...(signed.signature.allergy_override
      ? [auditInsertWhen({ ...auditRow, action: 'allergy_overridden' }, when)]
      : []),
    ...deliveryInserts({ ...happened, event: 'record.signed' }, sql`EXISTS (SELECT 1 ${when})`),
    db
      .update(records)
      .set({
        signed_at: at,
        signature: JSON.stringify(signed.signature),
        signed_content: signed.content,
        unified_text: signed.unifiedText,
        saved_at: sql`coalesce(${records.saved_at}, ${at})`,
        updated_at: at,
      })
      .where(may),
  ])
  return hasWritten(results.at(-1)) ? null : findChangeReason(db, doctorId, record)
}

/** Adds an addendum after `after` others. False if another was added meanwhile, or one with its id exists. */
export async function addAddendum(
  db: Database,
  doctorId: string,
  record: Pick<StoredRecord, 'record_id' | 'consultation_id'>,
  addendum: Addendum,
  after: number,
  request: Omit<AuditedRequest, 'now'>,
): Promise<boolean> {
  const { id, text, doctor_name, crm, created_at, sha256 } = addendum
  const auditRow = {
    doctorId,
    action: 'addendum_created',
    subject: 'consultation',
    subjectId: record.consultation_id,
  } as const
  const behind = sql`FROM records r WHERE r.id = ${record.record_id} AND r.doctor_id = ${doctorId} AND r.signed_at IS NOT NULL
    AND (SELECT count(*) FROM record_addenda a WHERE a.record_id = r.id) = ${after}
    AND NOT EXISTS (SELECT 1 FROM record_addenda a WHERE a.id = ${id})`
  const happened = { doctorId, consultationId: record.consultation_id, subjectId: id, now: created_at }
  const results = await writeAll(db, [
    auditInsertWhen({ at: created_at, ...auditRow, ...request }, behind),
    ...deliveryInserts({ ...happened, event: 'addendum.created' }, sql`EXISTS (SELECT 1 ${behind})`),
    sql`INSERT INTO record_addenda (id, record_id, consultation_id, doctor_id, text, doctor_name, crm, sha256, created_at)
      SELECT ${id}, r.id, r.consultation_id, r.doctor_id, ${text}, ${doctor_name}, ${crm}, ${sha256}, ${created_at} ${behind}`,
  ])
  return hasWritten(results.at(-1))
}
