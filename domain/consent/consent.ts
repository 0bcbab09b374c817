import { z } from 'zod/mini'

/** What a patient is asked before the first frame is captured (CFM 2.454/2026; telemedicine: CFM 2.314/2022). */
const consentItems = ['ai', 'recording', 'telemedicine'] as const
export type ConsentItem = (typeof consentItems)[number]

const consentAnswer = z.enum(['accepted', 'refused'])

/** `telemedicine` is asked only in a teleconsultation. */
export const consentAnswers = z.strictObject({
  ai: consentAnswer,
  recording: consentAnswer,
  telemedicine: z.optional(consentAnswer),
})
export type ConsentAnswers = z.infer<typeof consentAnswers>

/**
 * What may happen in a consultation: `accepted` records and transcribes; `unasked` waits for the notice; `refused` and
 * `revoked` leave typing: no audio, no AI.
 */
const consentStates = ['unasked', 'accepted', 'refused', 'revoked'] as const
export const consentState = z.enum(consentStates)
export type ConsentState = z.infer<typeof consentState>

/** Recording and transcribing by AI are one act here: whoever refuses one of them refuses both. */
export const stateOfAnswers = ({ ai, recording }: ConsentAnswers): 'accepted' | 'refused' =>
  ai === 'accepted' && recording === 'accepted' ? 'accepted' : 'refused'

/** [N9] What the room goes by: the state, and when it came about. */
export const standing = (
  consent: { state: ConsentState; answered_at: number; revoked_at: number | null } | null,
): { state: ConsentState; at: number } =>
  consent ? { state: consent.state, at: consent.revoked_at ?? consent.answered_at } : { state: 'unasked', at: 0 }
