import { z } from 'zod/mini'

/** The questions to a patient before the first frame is captured (CFM 2.454/2026; telemedicine: CFM 2.314/2022). */
const consentItems = ['ai', 'recording', 'telemedicine'] as const
export type ConsentItem = (typeof consentItems)[number]

const consentAnswer = z.enum(['accepted', 'refused'])

/** `telemedicine` is part of a teleconsultation only. */
export const consentAnswers = z.strictObject({
  ai: consentAnswer,
  recording: consentAnswer,
  telemedicine: z.optional(consentAnswer),
})
export type ConsentAnswers = z.infer<typeof consentAnswers>

/** `accepted` records; `unasked` waits for the notice; `refused` and `revoked` allow typing only, without AI. */
const consentStates = ['unasked', 'accepted', 'refused', 'revoked'] as const
export const consentState = z.enum(consentStates)
export type ConsentState = z.infer<typeof consentState>

/** Recording and transcribing by AI are one act here: refusing one refuses both. */
export const stateOfAnswers = ({ ai, recording }: ConsentAnswers): 'accepted' | 'refused' =>
  ai === 'accepted' && recording === 'accepted' ? 'accepted' : 'refused'

/** [N9] The current state for the room, and since when, in ms; 0 without an answer. */
export const consentNow = (
  consent: { state: ConsentState; answered_at: number; revoked_at: number | null } | null,
): { state: ConsentState; at: number } =>
  consent ? { state: consent.state, at: consent.revoked_at ?? consent.answered_at } : { state: 'unasked', at: 0 }
