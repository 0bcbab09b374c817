import { z } from 'zod/mini'
import { auditActions } from '../audit.ts'
import { cursor, instant, pageSize } from '../contract.ts'

/** What a doctor may ask of their own log. In the body: a place in it is nobody else's business. */
export const searchAuditBody = z.strictObject({ cursor: z._default(z.nullable(cursor), null), limit: pageSize })

const auditItem = z.object({
  id: z.int(),
  at: instant,
  action: z.enum(auditActions),
  /** Whose data it was; `name` is null where that patient is deleted. */
  patient: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** How many of them it was, where it is told of several at once. */
  count: z.nullable(z.int()),
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
})
export type AuditItem = z.infer<typeof auditItem>
export const auditReply = z.object({ items: z.array(auditItem), next: z.nullable(cursor) })
export type AuditPage = z.infer<typeof auditReply>
