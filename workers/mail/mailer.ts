import type { Database } from '#db/client.ts'
import { storeMail, type UnsentMail } from '#db/queries/mail.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { resend } from './resend.ts'

/** Sends a message or throws; `mail_refused` when a retry is pointless. Logs none of its content. */
export interface Mailer {
  send(mail: UnsentMail): Promise<void>
}

/** Returns Resend in production if configured, else Cloudflare's binding; elsewhere the inbox at /dev/inbox. */
export function mailerOf(env: Env, db: Database): Mailer {
  if (env.ENVIRONMENT !== 'production') return outbox(db)
  const { MAIL_FROM: from, RESEND_KEY: key, EMAIL: binding } = env
  if (from && key) return resend({ key, from, ...(env.RESEND_URL && { url: env.RESEND_URL }) })
  if (from && binding) return cloudflare(binding, from)
  return {
    async send() {
      log({ event: 'configuration_missing', names: from ? ['RESEND_KEY', 'EMAIL'] : ['MAIL_FROM'] })
      throw new AppError('not_configured')
    },
  }
}

const outbox = (db: Database): Mailer => ({
  async send({ id, to, kind, subject, text, html, replyTo }) {
    await storeMail(db, { id, to, kind, subject, text, html, reply_to: replyTo ?? null, created_at: Date.now() })
    log({ event: 'mail_stored', kind, id })
  },
})

const cloudflare = (binding: SendEmail, from: string): Mailer => ({
  async send({ to, subject, text, html, replyTo }) {
    await binding.send({ from, to, subject, text, html, ...(replyTo !== undefined && { replyTo }) })
  },
})
