import { type SQL, sql } from 'drizzle-orm'
import { nowhere, type Origin } from '#domain/audit/origin.ts'
import { type AuditAction, type AuditSubject, LISTED_MS, listings } from '#domain/audit.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditLog } from '../schema/audit.ts'

export type AuditRow = {
  at: number
  doctorId: string
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** Missing where no request caused it. */
  requestId?: string | null
  from?: Origin
}

/** A request for the audit log: its id, its origin and its time in epoch ms. */
export type AuditedRequest = Pick<AuditRow, 'requestId' | 'from'> & { now: number }

/** A row about the doctor's own account. */
export const accountRow = (
  doctorId: string,
  action: AuditAction,
  at: number,
  request: Omit<AuditedRequest, 'now'> = {},
): AuditRow => ({ at, doctorId, action, subject: 'doctor', subjectId: doctorId, ...request })

/** The id of the patient whose data the subject is, or null. */
const patientOf = (kind: SQL, id: SQL, doctor: SQL) => sql`CASE ${kind}
  WHEN 'patient' THEN ${id}
  WHEN 'consultation' THEN (SELECT patient_id FROM consultations WHERE id = ${id} AND doctor_id = ${doctor})
  WHEN 'section' THEN (SELECT visit.patient_id FROM record_sections part JOIN records whole ON whole.id = part.record_id
    JOIN consultations visit ON visit.id = whole.consultation_id WHERE part.id = ${id} AND visit.doctor_id = ${doctor})
  WHEN 'export' THEN (SELECT visit.patient_id FROM exports file JOIN consultations visit ON visit.id = file.consultation_id
    WHERE file.id = ${id} AND visit.doctor_id = ${doctor})
  WHEN 'document' THEN (SELECT visit.patient_id FROM documents paper JOIN consultations visit ON visit.id = paper.consultation_id
    WHERE paper.id = ${id} AND visit.doctor_id = ${doctor})
  WHEN 'patient_page' THEN (SELECT visit.patient_id FROM patient_pages page JOIN consultations visit ON visit.id = page.consultation_id
    WHERE page.id = ${id} AND visit.doctor_id = ${doctor})
  WHEN 'data_export' THEN (SELECT patient_id FROM data_exports WHERE id = ${id} AND doctor_id = ${doctor}) END`

const columns = sql`(at, doctor_id, action, subject_kind, subject_id, request_id, patient_id, device, network)`

/** Inserts all rows in one statement, for a batch. Skips a listing that the log already has within `LISTED_MS`. */
export const auditInsert = (rows: readonly AuditRow[]) => {
  const field = (name: string) => sql.raw(`new.value ->> '${name}'`)
  const flat = rows.map(({ from = nowhere, ...row }) => ({ ...row, ...from }))
  return sql`
    INSERT INTO ${auditLog} ${columns}
    SELECT ${field('at')}, ${field('doctorId')}, ${field('action')}, ${field('subject')}, ${field('subjectId')}, ${field('requestId')},
      ${patientOf(field('subject'), field('subjectId'), field('doctorId'))}, ${field('device')}, ${field('network')}
    FROM json_each(${JSON.stringify(flat)}) AS new
    WHERE ${field('action')} NOT IN (${sql.join(
      listings.map((action) => sql`${action}`),
      sql`, `,
    )})
      OR NOT EXISTS (
        SELECT 1 FROM audit_log AS logged
        WHERE logged.doctor_id = ${field('doctorId')} AND logged.at > (${field('at')}) - ${LISTED_MS}
          AND logged.action = ${field('action')} AND logged.subject_id = ${field('subjectId')})`
}

/** Inserts one row under a condition (`WHERE …`, or `FROM … WHERE …`), in the same batch as the audited change. */
export const auditInsertWhen = (
  { at, doctorId, action, subject, subjectId, requestId = null, from = nowhere }: AuditRow,
  when: SQL,
) =>
  sql`INSERT INTO audit_log ${columns}
    SELECT ${at}, ${doctorId}, ${action}, ${subject}, ${subjectId}, ${requestId},
      ${patientOf(sql`${subject}`, sql`${subjectId}`, sql`${doctorId}`)}, ${from.device}, ${from.network} ${when}`

/** Writes rows outside a batch. */
export async function writeAudit(db: Database, rows: readonly AuditRow[]): Promise<void> {
  await writeAll(db, [auditInsert(rows)])
}

/** Writes a row for a signed-out person if the address has an account. Takes the same time if it has none. */
export async function writeAuditOf(
  db: Database,
  email: string,
  { at, action, from = nowhere }: Pick<AuditRow, 'at' | 'action' | 'from'>,
): Promise<void> {
  await db.run(sql`INSERT INTO audit_log ${columns}
    SELECT ${at}, id, ${action}, 'doctor', id, NULL, NULL, ${from.device}, ${from.network}
    FROM user WHERE email = ${email.trim().toLowerCase()}`)
}
