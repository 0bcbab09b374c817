import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod/mini'
import { countAttempt } from '#db/queries/attempt.ts'
import { writeAudit } from '#db/queries/audit.ts'
import {
  disableAccount,
  enableAccount,
  type FoundAccount,
  findAccount,
  findForOperator,
  readServiceStatus,
  replayJob,
  resetSecondFactor,
} from '#db/queries/operator.ts'
import type { AuditAction } from '#domain/audit.ts'
import { isDeployed, isStrong } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import {
  accountBody,
  accountReply,
  findBody,
  foundReply,
  OPERATOR_CALLS,
  replayBody,
  replayReply,
  resendBody,
  resendReply,
  resentMailNames,
  resetFactorBody,
  resetFactorReply,
  statusReply,
  subscriptionStateReply,
  syntheticReply,
} from '#domain/operator/contract.ts'
import { accessEmail } from '../auth/access.ts'
import { forgetGuesses } from '../auth/second-factor.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { visitorKey } from '../http/visitor.ts'
import { ringDeliveries } from '../integration/deliver.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { isDue, resendMail } from '../mail/resend.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { readStatus } from '../metrics/status.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { compareSubscription } from '../subscription/compare.ts'
import { consultNow } from '../synthetic/due.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'

/**
 * Admits an operator: the token, and in staging and production the person that Cloudflare Access names. Without these
 * settings there is no such door. Errors: not_found, too_many_requests, operator_refused.
 */
const operatorOnly = createMiddleware<AppEnv>(async (c, next) => {
  const { OPERATOR_TOKEN: token, ACCESS_TEAM, ACCESS_AUD, ENVIRONMENT } = c.env
  const needsAccess = isDeployed(ENVIRONMENT) || Boolean(ACCESS_TEAM || ACCESS_AUD)
  if (!token || !isStrong(token) || (needsAccess && !(ACCESS_TEAM && ACCESS_AUD))) throw new AppError('not_found')
  const now = Date.now()
  const key = `operator:${visitorKey(c.req.raw.headers)}`
  // While D1 is away its status must be readable: the token is too long to be guessed.
  if (!(await countAttempt(c.get('db'), key, { ...OPERATOR_CALLS, now }).catch(() => true)))
    throw new AppError('too_many_requests')
  const [, presented = ''] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? []
  if (!(await isSameText(presented, token))) throw new AppError('operator_refused')
  const email = needsAccess ? await accessEmail(c.env, c.req.header('cf-access-jwt-assertion'), now) : 'desenvolvimento'
  if (email === null) throw new AppError('operator_refused')
  c.set('operator', email)
  await next()
})

/** Compares in constant time, as `verify` does: the time does not tell how much of a guess was right. */
async function isSameText(one: string, other: string): Promise<boolean> {
  const text = new TextEncoder()
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const mac = await crypto.subtle.sign('HMAC', key as CryptoKey, text.encode(other))
  return crypto.subtle.verify('HMAC', key as CryptoKey, mac, text.encode(one))
}

/** The operator and the reason, in the two columns that name the origin of a row. The doctor reads them in 'Registro de acessos'. */
const originOfOperator = (operator: string, reason: string) => ({ device: `Suporte: ${operator}`, network: reason })
/** The audit row of a call about an account. */
const accountFact = (c: Context<AppEnv>, action: AuditAction, reason: string) => ({
  ...({ action, subject: 'doctor', at: Date.now(), requestId: c.get('requestId') } as const),
  from: originOfOperator(c.get('operator'), reason),
})
const accountOf = async (c: Context<AppEnv>, email: string): Promise<FoundAccount> =>
  required(await findAccount(c.get('db'), email), 'account_not_found')

export const operator = new Hono<AppEnv>()
  .use(operatorOnly)
  // Counts alone: it concerns no doctor, so no doctor's log has a row of it.
  .post('/status', jsonBody(z.strictObject({})), async (c) => {
    const now = Date.now()
    const status = await readStatus(c.env, now)
    const { jobs, active } = await readServiceStatus(c.get('db'), now).catch(() => ({ jobs: [], active: 0 }))
    return reply(c, statusReply, {
      ...status,
      jobs: jobs.map(({ oldest, ...one }) => ({
        ...one,
        oldest_seconds: oldest === null ? null : Math.round((now - oldest) / 1_000),
      })),
      active,
    })
  })
  // It concerns no doctor either. A release asks for it before the version serves doctors.
  .post('/synthetic', jsonBody(z.strictObject({})), async (c) => {
    const fault = await consultNow(c.env, Date.now())
    return reply(c, syntheticReply, { fault, version: c.env.VERSION?.id ?? null })
  })
  .post('/find', jsonBody(findBody), async (c) => {
    const { id, reason } = c.req.valid('json')
    const found = required(await findForOperator(c.get('db'), id), 'consultation_not_found')
    const { id: subjectId, doctor_id: doctorId } = found.consultation
    const from = originOfOperator(c.get('operator'), reason)
    const fact = { action: 'operator_read', subject: 'consultation', subjectId, doctorId } as const
    await writeAudit(c.get('db'), [{ ...fact, at: Date.now(), requestId: c.get('requestId'), from }])
    return reply(c, foundReply, found)
  })
  .post('/replay', jsonBody(replayBody), async (c) => {
    const { job_id: id, reason } = c.req.valid('json')
    const from = originOfOperator(c.get('operator'), reason)
    const fact = { action: 'operator_job_replayed', subject: 'job', subjectId: id } as const
    const audit = { ...fact, at: Date.now(), requestId: c.get('requestId'), from }
    const job = required(await replayJob(c.get('db'), id, audit), 'job_not_replayable')
    await enqueue(c.env, job.kind, id)
    return reply(c, replayReply, { job_id: id, status: 'queued' })
  })
  .post('/second-factor-reset', jsonBody(resetFactorBody), async (c) => {
    const { email, reason, identity } = c.req.valid('json')
    const audit = accountFact(c, 'operator_second_factor_reset', `${reason} (identidade: ${identity})`)
    const doctor = required(await resetSecondFactor(c.get('db'), email, audit), 'second_factor_off')
    await runFollowUps(
      forgetGuesses(c.get('db'), doctor.id),
      sendSecurityMail(c.env, c.get('db'), doctor, { what: 'factor_off' }),
    )
    return reply(c, resetFactorReply, { doctor_id: doctor.id, second_factor: 'off' })
  })
  .post('/account-disable', jsonBody(accountBody), async (c) => {
    const { email, reason } = c.req.valid('json')
    const { id } = await accountOf(c, email)
    const ended = await disableAccount(c.get('db'), id, accountFact(c, 'operator_account_disabled', reason))
    if (!ended) throw new AppError('account_unchanged')
    await runFollowUps(...ended.map((session) => cutSockets(c.env, c.get('db'), { id: session, doctorId: id })))
    return reply(c, accountReply, { doctor_id: id, account: 'disabled' })
  })
  .post('/account-enable', jsonBody(accountBody), async (c) => {
    const { email, reason } = c.req.valid('json')
    const { id } = await accountOf(c, email)
    const enabled = await enableAccount(c.get('db'), id, accountFact(c, 'operator_account_enabled', reason))
    if (!enabled) throw new AppError('account_unchanged')
    await runFollowUps(ringDeliveries(c.env, c.get('db'), id))
    return reply(c, accountReply, { doctor_id: id, account: 'enabled' })
  })
  .post('/mail-resend', jsonBody(resendBody), async (c) => {
    const { email, mail, reason } = c.req.valid('json')
    const db = c.get('db')
    const account = await accountOf(c, email)
    if (!(await isDue(db, account, mail))) throw new AppError('mail_not_due')
    // After the limits of the sign-in page: they may refuse, and the log says what happened.
    await resendMail(c.env, db, account, mail)
    const why = `${reason} (email: ${resentMailNames[mail]})`
    await writeAudit(db, [
      { ...accountFact(c, 'operator_mail_resent', why), doctorId: account.id, subjectId: account.id },
    ])
    return reply(c, resendReply, { doctor_id: account.id, mail })
  })
  .post('/subscription', jsonBody(accountBody), async (c) => {
    const { email, reason } = c.req.valid('json')
    const db = c.get('db')
    const { id } = await accountOf(c, email)
    await writeAudit(db, [{ ...accountFact(c, 'operator_subscription_read', reason), doctorId: id, subjectId: id }])
    return reply(c, subscriptionStateReply, {
      doctor_id: id,
      ...(await compareSubscription(c.env, db, id, Date.now())),
    })
  })
