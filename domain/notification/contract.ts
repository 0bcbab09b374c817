import { z } from 'zod/mini'
import { instant } from '../contract.ts'

/** The facts from which the list of notifications is made. */
const notificationFact = z.object({
  kind: z.enum([
    'record_ready',
    'structuring_failed',
    'transcript_ready',
    'consultation_open',
    'patient_mail_failed',
    'integration_paused',
  ]),
  /** Null, and no name, for a fact that is of no patient. */
  consultationId: z.nullable(z.uuid()),
  patientName: z.string(),
  at: instant,
})
export type NotificationFact = z.infer<typeof notificationFact>

/** `known` is the version the asker has: as long as it stands, no patient's name travels again. */
export const notificationsQuery = z.object({ known: z.optional(z.string().check(z.maxLength(64))) })
export const notificationsReply = z.object({
  version: z.string(),
  facts: z.nullable(z.array(notificationFact)),
  /** A record is being made: it is worth asking again soon. */
  structuring: z.boolean(),
})
export type NotificationsReply = z.infer<typeof notificationsReply>
