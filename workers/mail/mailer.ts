import type { Database } from '#db/client.ts'
import { storeMail } from '#db/queries/mail.ts'
import { AppError } from '#domain/errors.ts'
import type { Mail } from '#domain/mail.ts'
import type { Env } from '../env.ts'
import { log } from '../log.ts'

/** Sends a message or throws; nothing about its content is logged. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Production sends through Resend; everywhere else the message lands in the outbox read at /dev/inbox. */
export function mailerOf(env: Env, db: Database): Mailer {
  if (env.ENVIRONMENT !== 'production') return outbox(db)
  if (env.RESEND_KEY && env.MAIL_FROM) return resend(env.RESEND_KEY, env.MAIL_FROM)
  return {
    async send(mail) {
      log({ event: 'configuration_missing', names: ['RESEND_KEY', 'MAIL_FROM'] })
      log({ event: 'mail_failed', kind: mail.kind, errorName: 'NotConfigured' })
      throw new AppError('not_configured')
    },
  }
}

const outbox = (db: Database): Mailer => ({
  async send(mail) {
    const id = crypto.randomUUID()
    await storeMail(db, { id, ...mail, created_at: Date.now() })
    log({ event: 'mail_stored', kind: mail.kind, id })
  },
})

const resend = (key: string, from: string): Mailer => ({
  async send(mail) {
    const response = await fetch('https://api.resend.com/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: [mail.to], subject: mail.subject, text: mail.text }),
    })
    if (response.ok) return
    log({ event: 'mail_failed', kind: mail.kind, errorName: `Http${response.status}` })
    throw new Error('mail_failed')
  },
})
