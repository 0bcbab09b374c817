import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AuditRow, writeAudit } from '#db/queries/audit.ts'
import { type Origin, originOf } from '#domain/audit/origin.ts'
import type { AppEnv } from '../api/context.ts'

/** The origin for the audit log. */
export const originOfRequest = (c: Context<AppEnv>): Origin =>
  originOf(c.req.header('user-agent'), c.req.header('cf-connecting-ip'))

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
