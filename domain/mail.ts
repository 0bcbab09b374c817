import { z } from 'zod'
import { instant } from './contract.ts'

export const mailKinds = ['verification', 'password_reset'] as const
export type MailKind = (typeof mailKinds)[number]

/** A message to a doctor: plain text, in Portuguese, no patient data. */
export type Mail = { to: string; kind: MailKind; subject: string; text: string }

export const inboxReply = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      kind: z.string(),
      subject: z.string(),
      text: z.string(),
      created_at: instant,
    }),
  ),
})
