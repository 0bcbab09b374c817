import { z } from 'zod'
import { SAMPLE_MAX } from '../consultation/frame.ts'
import { instant } from '../contract.ts'
import { consentAnswers } from './consent.ts'

/** What the patient of a consultation has answered, as it stands. Nobody asked yet: there is none. */
export const consent = z.object({
  state: z.enum(['accepted', 'refused', 'revoked']),
  answers: consentAnswers,
  /** Which text was read: domain/consent/notice.ts. */
  notice_version: z.string(),
  answered_at: instant,
  /** When the patient withdrew; null while the answer stands. */
  revoked_at: instant.nullable(),
})
export type Consent = z.infer<typeof consent>

export const answerConsentBody = z.strictObject({ notice_version: z.string().max(40), answers: consentAnswers })

/** Unsent audio that a device threw away because the patient withdrew. */
export const discardedTakes = z
  .array(z.strictObject({ take: z.int().min(1).max(0xffff), samples: z.int().min(1).max(SAMPLE_MAX) }))
  .max(100)
export type DiscardedTakes = z.infer<typeof discardedTakes>

/** A device that was offline may tell late; how late, by its own clock. */
const LATE_MAX_MS = 31 * 24 * 60 * 60_000
export const revokeConsentBody = z.strictObject({
  discarded: discardedTakes.default([]),
  ago_ms: z.int().min(0).max(LATE_MAX_MS).default(0),
  /** The device had heard that it was taken back, and only tells what it threw away: by now there may be a newer yes. */
  report: z.boolean().default(false),
})

export const consentReply = z.object({ consent })
