import { z } from 'zod'
import { auditActions } from '../audit.ts'
import { cursor, instant, pageSize } from '../contract.ts'

/** What a doctor may ask of their own log. In the body: a place in it is nobody else's business. */
export const searchAuditBody = z.strictObject({ cursor: cursor.nullable().default(null), limit: pageSize })

export const auditItem = z.object({
  id: z.int(),
  at: instant,
  action: z.enum(auditActions),
  /** Whose data it was; `name` is null where that patient is deleted. */
  patient: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** How many of them it was, where it is told of several at once. */
  count: z.int().nullable(),
  device: z.string().nullable(),
  network: z.string().nullable(),
})
export type AuditItem = z.infer<typeof auditItem>
export const auditReply = z.object({ items: z.array(auditItem), next: cursor.nullable() })
export type AuditPage = z.infer<typeof auditReply>
