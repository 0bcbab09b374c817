import { z } from 'zod/mini'
import { consultationType } from '../consultation/contract.ts'
import { cursor, instant } from '../contract.ts'

/** A consultation of the patient with the parts of its record that a doctor looks for; empty without a record. */
const timelineItem = z.object({
  id: z.string(),
  type: consultationType,
  status: z.enum(['active', 'completed']),
  start: instant,
  demonstration: z.boolean(),
  record: z.nullable(z.enum(['draft', 'signed', 'refused'])),
  complaint: z.string(),
  hypothesis: z.string(),
  plan: z.string(),
})
export type TimelineItem = z.infer<typeof timelineItem>

/** POST /patients/:id/timeline: newest first. */
export const timelineBody = z.strictObject({
  cursor: z._default(z.nullable(cursor), null),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
})
export const timelineReply = z.object({ items: z.array(timelineItem), next: z.nullable(cursor) })
