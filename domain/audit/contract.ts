import { z } from 'zod/mini'
import { auditActions } from '../audit.ts'
import { cursor, instant, pageSize } from '../contract.ts'

/** A page of the doctor's own log. POST, so that the cursor stays out of the URL. */
export const searchAuditBody = z.strictObject({ cursor: z._default(z.nullable(cursor), null), limit: pageSize })

const auditItem = z.object({
  id: z.int(),
  at: instant,
  action: z.enum(auditActions),
  /** The patient whose data it was; `name` is null if that patient is deleted. */
  patient: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The number of rows, for an action on several at once. */
  count: z.nullable(z.int()),
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type AuditItem = z.infer<typeof auditItem>
export const auditReply = z.object({ items: z.array(auditItem), next: z.nullable(cursor) })
export type AuditPage = z.infer<typeof auditReply>
