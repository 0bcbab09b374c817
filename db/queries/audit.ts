import { sql } from 'drizzle-orm'
import { type AuditAction, type AuditSubject, LISTED_MS, listings } from '#domain/audit.ts'
import type { Database } from '../client.ts'
import { auditLog } from '../schema/audit.ts'

export type AuditRow = {
  at: number
  doctorId: string
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  requestId: string | null
}

/** One statement for all; what was just listed is not told again. For a batch. */
export const auditInsert = (rows: readonly AuditRow[]) =>
  sql`
    INSERT INTO ${auditLog} (at, doctor_id, action, subject_kind, subject_id, request_id)
    SELECT new.value ->> 'at', new.value ->> 'doctorId', new.value ->> 'action', new.value ->> 'subject',
      new.value ->> 'subjectId', new.value ->> 'requestId'
    FROM json_each(${JSON.stringify(rows)}) AS new
    WHERE new.value ->> 'action' NOT IN (SELECT value FROM json_each(${JSON.stringify(listings)}))
      OR NOT EXISTS (
        SELECT 1 FROM audit_log AS told
        WHERE told.doctor_id = new.value ->> 'doctorId' AND told.at > (new.value ->> 'at') - ${LISTED_MS}
          AND told.action = new.value ->> 'action' AND told.subject_id = new.value ->> 'subjectId')`

export async function writeAudit(db: Database, rows: readonly AuditRow[]): Promise<void> {
  await db.run(auditInsert(rows))
}
