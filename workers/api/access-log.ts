import { Hono } from 'hono'
import { readAuditLog } from '#db/queries/audit-read.ts'
import { auditReply, searchAuditBody } from '#domain/audit/contract.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** The doctor's own lines of the audit log. They name patients, so reading them is logged too. */
export const accessLog = new Hono<AppEnv>().post('/access-log', jsonBody(searchAuditBody), async (c) => {
  const doctorId = c.get('doctor').id
  const page = await readAuditLog(c.get('db'), doctorId, c.req.valid('json'))
  c.get('audit')('access_log_read', 'doctor', doctorId)
  return reply(c, auditReply, page)
})
