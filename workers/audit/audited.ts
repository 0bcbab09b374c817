import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Database } from '#db/client.ts'
import { type AuditedRequest, type AuditRow, accountRow, writeAudit } from '#db/queries/audit.ts'
import { nowhere, type Origin, originOf } from '#domain/audit/origin.ts'
import type { AuditAction } from '#domain/audit.ts'
import type { AppEnv } from '../api/context.ts'

/** The origin for the audit log, from the headers of a request. */
export const originOfHeaders = (headers: Headers | undefined): Origin =>
  originOf(headers?.get('user-agent'), headers?.get('cf-connecting-ip'))
export const originOfRequest = (c: Context<AppEnv>): Origin => originOfHeaders(c.req.raw.headers)
/** The request for the audit log, at the present time. */
export const auditedRequest = (c: Context<AppEnv>): AuditedRequest => ({
  now: Date.now(),
  requestId: c.get('requestId'),
  from: originOfRequest(c),
})

/** Writes an audit row of a doctor's account for actions outside our routes. */
export const auditDoctor = (
  db: Database,
  doctorId: string,
  action: AuditAction,
  from: Origin = nowhere,
): Promise<void> => writeAudit(db, [accountRow(doctorId, action, Date.now(), { from })])

/** Collects audit rows of a request and writes them before the answer leaves: no read goes unlogged. */
export const audited = createMiddleware<AppEnv>(async (c, next) => {
  const rows: AuditRow[] = []
  c.set('auditRow', (action, subject, subjectId) => ({
    at: Date.now(),
    doctorId: c.get('doctor').id,
    action,
    subject,
    subjectId,
    requestId: c.get('requestId'),
    from: originOfRequest(c),
  }))
  c.set('audit', (...fact) => rows.push(c.get('auditRow')(...fact)))
  await next()
  if (rows.length > 0) await writeAudit(c.get('db'), rows)
})
