import { z } from 'zod/mini'
import { SAMPLE_MAX } from '../consultation/frame.ts'
import { instant } from '../contract.ts'
import { consentAnswers } from './consent.ts'

/** The patient's current answer in a consultation; null before any answer. */
export const consent = z.object({
  state: z.enum(['accepted', 'refused', 'revoked']),
  answers: consentAnswers,
  /** The version of the notice that was read: domain/consent/notice.ts. */
  notice_version: z.string(),
  answered_at: instant,
  /** When the patient withdrew; null while the answer is in force. */
  revoked_at: z.nullable(instant),
})
export type Consent = z.infer<typeof consent>

export const answerConsentBody = z.strictObject({
  notice_version: z.string().check(z.maxLength(40)),
  answers: consentAnswers,
})

/** Unsent audio that a device discarded because the patient withdrew. */
export const discardedTakes = z
  .array(
    z.strictObject({
      take: z.int().check(z.minimum(1), z.maximum(0xffff)),
      samples: z.int().check(z.minimum(1), z.maximum(SAMPLE_MAX)),
    }),
  )
  .check(z.maxLength(100))
export type DiscardedTakes = z.infer<typeof discardedTakes>

/** A device that was offline may report late; `ago_ms` says how late by its own clock. */
const LATE_MAX_MS = 31 * 24 * 60 * 60_000
export const revokeConsentBody = z.strictObject({
  discarded: z._default(discardedTakes, []),
  ago_ms: z._default(z.int().check(z.minimum(0), z.maximum(LATE_MAX_MS)), 0),
  /** The device only reports what it discarded: the patient may have accepted again since. */
  report: z._default(z.boolean(), false),
})

export const consentReply = z.object({ consent })
