import type { AuditAction, AuditSubject } from '#domain/audit.ts'
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

/** The insert itself, so that it can join the batch of what it tells of. */
export const auditInsert = (db: Database, rows: AuditRow[]) =>
  db.insert(auditLog).values(
    rows.map((row) => ({
      at: row.at,
      doctor_id: row.doctorId,
      action: row.action,
      subject_kind: row.subject,
      subject_id: row.subjectId,
      request_id: row.requestId,
    })),
  )
