import type { Database } from '#db/client.ts'
import { writeAudit } from '#db/queries/audit.ts'
import { nowhere, type Origin, originOf } from '#domain/audit/origin.ts'
import type { AuditAction } from '#domain/audit.ts'

/** Writes an audit row of a doctor's account for actions outside our routes. */
export async function auditDoctor(
  db: Database,
  doctorId: string,
  action: AuditAction,
  from: Origin = nowhere,
): Promise<void> {
  const row = { doctorId, action, subject: 'doctor', subjectId: doctorId, requestId: null, from } as const
  await writeAudit(db, [{ at: Date.now(), ...row }])
}

/** The origin for the audit log, from the headers of a request. */
export const originOfHeaders = (headers: Headers | undefined): Origin =>
  originOf(headers?.get('user-agent'), headers?.get('cf-connecting-ip'))
