import type { Database } from '#db/client.ts'
import { accountRow, writeAudit } from '#db/queries/audit.ts'
import { nowhere, type Origin, originOf } from '#domain/audit/origin.ts'
import type { AuditAction } from '#domain/audit.ts'

/** Writes an audit row of a doctor's account for actions outside our routes. */
export const auditDoctor = (
  db: Database,
  doctorId: string,
  action: AuditAction,
  from: Origin = nowhere,
): Promise<void> => writeAudit(db, [accountRow(doctorId, action, Date.now(), { from })])

/** The origin for the audit log, from the headers of a request. */
export const originOfHeaders = (headers: Headers | undefined): Origin =>
  originOf(headers?.get('user-agent'), headers?.get('cf-connecting-ip'))
