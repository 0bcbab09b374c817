import type { Database } from '#db/client.ts'
import { storeMail, type UnsentMail } from '#db/queries/mail.ts'
import { isDeployed } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'

/** Sends a message or throws; `mail_refused` when a retry is pointless. Logs none of its content. */
export interface Mailer {
  send(mail: UnsentMail): Promise<void>
}

/** Returns Resend in staging and production if configured, else Cloudflare's binding; elsewhere the inbox at /dev/inbox. */
export function mailerOf(env: Env, db: Database): Mailer {
  if (!isDeployed(env.ENVIRONMENT)) return outbox(db)
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

/** The local post office refuses mails to this domain, as a service refuses an address that does not exist. */
const REFUSED_DOMAIN = '@recusado.example'

const outbox = (db: Database): Mailer => ({
  async send({ id, to, kind, subject, text, html, replyTo }) {
    if (to.endsWith(REFUSED_DOMAIN)) throw new AppError('mail_refused')
    await storeMail(db, { id, to, kind, subject, text, html, reply_to: replyTo ?? null, created_at: Date.now() })
    log({ event: 'mail_stored', kind, id })
  },
})

const cloudflare = (binding: SendEmail, from: string): Mailer => ({
  async send({ to, subject, text, html, replyTo }) {
    await binding.send({ from, to, subject, text, html, ...(replyTo !== undefined && { replyTo }) })
  },
})

const API = 'https://api.resend.com/emails'
const PATIENCE_MS = 10_000

type Settings = { key: string; from: string; url?: string; patienceMs?: number }
/** Status codes that reject the message itself. Others mean a fault of the service or of our settings: retry. */
const REFUSALS = new Set([400, 413, 422])

/** Resend's REST API. It accepts a message once per key, for a day. */
export const resend = ({ key, from, url = API, patienceMs = PATIENCE_MS }: Settings): Mailer => ({
  async send({ id, to, subject, text, html, replyTo }) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id },
      // JSON leaves out an undefined value.
      body: JSON.stringify({ from, to: [to], subject, text, html, reply_to: replyTo }),
      // Never forward the message to a redirect target.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (response.ok) return
    if (REFUSALS.has(response.status)) throw new AppError('mail_refused')
    throw Object.assign(new Error('mail_failed'), { name: `Resend${response.status}` })
  },
})
