import { z } from 'zod/mini'
import { instant } from './contract.ts'
import { retention } from './retention/rules.ts'

export const mailKinds = [
  'verification',
  'password_reset',
  'welcome',
  'contact',
  'subscription',
  'security',
  'account_closed',
  'account_erased',
  'data_export',
  'patient_page',
  'alert',
] as const
export type MailKind = (typeof mailKinds)[number]

/** A message in Portuguese with the same content in both forms; no patient data. */
export type Mail = { to: string; replyTo?: string; kind: MailKind; subject: string; text: string; html: string }

/** Rows of sent mails are deleted after this long, in ms. */
export const MAILS_KEPT_MS = retention.mail.ms

/** The sent mails, newest first. */
export const inboxReply = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      reply_to: z.nullable(z.string()),
      kind: z.string(),
      subject: z.string(),
      text: z.string(),
      created_at: instant,
    }),
  ),
})
