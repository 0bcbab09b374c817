import { AppError } from '#domain/errors.ts'
import type { Mailer } from './mailer.ts'

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
      body: JSON.stringify({
        from,
        to: [to],
        subject,
        text,
        html,
        ...(replyTo !== undefined && { reply_to: replyTo }),
      }),
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
