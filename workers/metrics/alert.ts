import { type Database, openDatabase } from '#db/client.ts'
import { claimAlert, confirmAlert, readAlerts, readMinutes, unclaimAlert } from '#db/queries/measurement.ts'
import type { Mail } from '#domain/mail.ts'
import { type AlertNews, alertNews, claimTime, LONGEST_WINDOW, REPEAT_MS } from '#domain/service/alerts.ts'
import { checkOf } from '#domain/service/levels.ts'
import { metrics, minuteOf } from '#domain/service/measurement.ts'
import { partNames } from '#domain/service/part-names.ts'
import type { Env } from '../env.ts'
import { readAddress } from '../integration/address.ts'
import { log, nameOf } from '../log/log.ts'
import { written } from '../mail/letter.ts'
import { mailerOf } from '../mail/mailer.ts'
import { inTime, type Probed } from './probe.ts'

const HOOK_MS = 10_000

/**
 * Sends the changes of all alerts by mail and webhook: one message for each change. `isStored`: D1 took the
 * measurements of this isolate.
 */
export async function runAlerts(env: Env, probed: readonly Probed[], isStored: boolean, now: number): Promise<void> {
  if (!env.ALERT_MAIL && !env.ALERT_WEBHOOK) return
  const db = openDatabase(env.DB)
  const read = () => inTime(() => Promise.all([readMinutes(db, minuteOf(now) - LONGEST_WINDOW), readAlerts(db)]))
  // Asked twice: one refused query may be a passing fault of the network.
  const seen = isStored ? await read().catch(() => read().catch(() => null)) : null
  if (!seen) {
    const fault = probed.find(({ part, ms }) => part === 'd1' && ms === null)?.fault
    await alertBlindly(env, db, fault ?? (isStored ? 'not_read' : 'not_stored'), now)
    return
  }
  for (const one of alertNews(...seen, now))
    try {
      if (!(await claimAlert(db, one, now))) continue
      if (await sendAlert(env, db, one, crypto.randomUUID())) await confirmAlert(db, one.metric, now)
      else await unclaimAlert(db, one.metric)
    } catch (error) {
      log({ event: 'alert_unsent', metric: one.metric, errorName: nameOf(error) })
    }
}

/** Holds the time of the last message about D1, for all isolates. */
const BLIND_KEY = 'service/alert-d1'
let blindAt = 0

/**
 * D1 refuses to read or to write, as it does when it is full, so the alerts have no state there. The message goes out at
 * once, and again after an hour; R2 says which isolate sends it, and another one does if that dies before. If R2 is away
 * too, each isolate sends its own, with an id that Resend sends once.
 */
async function alertBlindly(env: Env, db: Database, fault: string, now: number): Promise<void> {
  if (now - blindAt < REPEAT_MS) return
  if (!(await inTime(() => claimBlind(env, now)).catch(() => true))) return
  const news: AlertNews = { what: 'raised', metric: 'd1', fault, raisedAt: now }
  const isSent = await sendAlert(env, db, news, `alert-d1-${Math.floor(now / REPEAT_MS)}`)
  if (isSent) blindAt = now
  // If R2 refuses this, the claim ends by itself, and Resend drops the second mail of the hour.
  await (isSent ? env.FILES.put(BLIND_KEY, String(now)) : env.FILES.delete(BLIND_KEY)).catch(() => undefined)
}

/** Returns false if another isolate sent the message within the hour, or claims it now. */
async function claimBlind({ FILES }: Env, now: number): Promise<boolean> {
  const last = await FILES.get(BLIND_KEY)
  if (last && now - Number(await last.text()) < REPEAT_MS) return false
  const onlyIf = last ? { etagMatches: last.etag } : { etagDoesNotMatch: '*' }
  return (await FILES.put(BLIND_KEY, String(claimTime(now)), { onlyIf })) !== null
}

/** Sends one message each way. Returns whether at least one of them went out. */
async function sendAlert(env: Env, db: Database, news: AlertNews, id: string): Promise<boolean> {
  const sent = await Promise.allSettled([
    ...(env.ALERT_MAIL ? [mailerOf(env, db).send({ ...alertMail(env, env.ALERT_MAIL, news), id })] : []),
    ...(env.ALERT_WEBHOOK ? [callHook(env, env.ALERT_WEBHOOK, news, id)] : []),
  ])
  for (const one of sent)
    if (one.status === 'rejected') log({ event: 'alert_unsent', metric: news.metric, errorName: nameOf(one.reason) })
  return sent.some(({ status }) => status === 'fulfilled')
}

const verbs = { raised: 'Falha', repeated: 'Continua a falha', ended: 'Sem novas falhas' } as const

/** Names the part, the promise that is not kept and the fault: no id and no text of a person. */
function sentencesOf({ what, metric, fault, raisedAt }: AlertNews): { subject: string; lines: string[] } {
  const part = partNames[metrics[metric]]
  const cause = fault === '' || what === 'ended' ? [] : [`Classe da falha: ${fault}.`]
  return {
    subject: `${verbs[what]}: ${part}`,
    lines: [
      `Medida: ${checkOf(metric)?.text ?? metric} (${metric}).`,
      ...cause,
      `Desde ${new Date(raisedAt).toISOString()}.`,
      'O que fazer está em docs/operations.md; o estado de cada parte, em `npm run ops -- status`.',
    ],
  }
}

function alertMail({ APP_URL }: Env, to: string, news: AlertNews): Mail {
  const { subject, lines } = sentencesOf(news)
  const own = { to, kind: 'alert', greeting: 'Alerta do Relato', subject: `[Relato] ${subject}` } as const
  return written({ ...own, before: lines, after: [APP_URL] })
}

/** `text` is what chat services show. */
async function callHook(env: Env, address: string, news: AlertNews, id: string): Promise<void> {
  const url = readAddress(env, address)
  if (!url) throw Object.assign(new Error('address'), { name: 'AddressRefused' })
  const { subject, lines } = sentencesOf(news)
  const { what, metric, fault, raisedAt } = news
  const own = { id, what, part: metrics[metric], metric, fault, raised_at: raisedAt }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Relato' },
    body: JSON.stringify({ text: [subject, ...lines].join('\n'), ...own }),
    redirect: 'manual',
    signal: AbortSignal.timeout(HOOK_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw Object.assign(new Error('status'), { name: `Status${answer.status}` })
}
