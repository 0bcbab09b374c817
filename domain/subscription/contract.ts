import { z } from 'zod'
import { instant } from '../contract.ts'

export const usageReply = z.object({
  plan: z.object({ id: z.string(), name: z.string() }),
  /** Finished consultations with at least one entry that began this month. */
  used: z.int().min(0),
  /** Null: without limit. */
  limit: z.int().nullable(),
  /** When the next month begins. */
  renewsAt: instant,
})
export type Usage = z.infer<typeof usageReply>
