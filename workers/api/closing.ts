import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { closeAccount, reopenAccount } from '#db/queries/closing.ts'
import { ownConsultations } from '#db/queries/consultation.ts'
import { closingOf, closingReply, isOpenWhenClosed } from '#domain/account/closing.ts'
import { confirmed } from '#domain/account/confirmation.ts'
import { discardedBody, discardedReply, timeZoneOf } from '#domain/account/contract.ts'
import { AppError } from '#domain/errors.ts'
import { auditedRequest } from '../audit/audited.ts'
import { authOf } from '../auth/auth.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { accountClosedMail } from '../mail/closing.ts'
import { newMail } from '../mail/send.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { jsonBody, reply } from './body.ts'
import { confirmIdentity } from './confirm.ts'
import type { AppEnv } from './context.ts'

/** Lets a closed account reach only the routes for the account and its data. Errors: account_closed. */
export const openAccount = createMiddleware<AppEnv>(async (c, next) => {
  if (c.get('doctor').closedAt !== null && !isOpenWhenClosed(c.req.path)) throw new AppError('account_closed')
  await next()
})

export const closing = new Hono<AppEnv>()
  .get('/account/closing', async (c) => {
    const { closedAt } = c.get('doctor')
    return reply(c, closingReply, { closing: closedAt === null ? null : closingOf(closedAt) })
  })
  .post('/account/closing', jsonBody(confirmed), async (c) => {
    const { db, doctor } = c.var
    if (doctor.closedAt !== null) throw new AppError('account_closed')
    await confirmIdentity(c, c.req.valid('json').confirmation)
    const request = { doctorId: doctor.id, ...auditedRequest(c) }
    const { now } = request
    const billingJob = crypto.randomUUID()
    const to = { to: doctor.email, name: doctor.name }
    const letter = accountClosedMail(to, c.env.APP_URL, now, timeZoneOf(doctor.profile))
    const mail = newMail(doctor.id, letter, { once: `account_closed:${doctor.id}:${now}` })
    const closed = await closeAccount(db, request, { billingJob, mail })
    if (closed.outcome !== 'closed')
      throw new AppError(closed.outcome === 'already_closed' ? 'account_closed' : 'account_has_open_consultation')
    // The account is closed: follow-ups that fail are repeated by jobs and do not change the answer.
    await runFollowUps(
      ...closed.sessions.map((id) => cutSockets(c.env, db, { id, doctorId: doctor.id })),
      enqueue(c.env, 'mail', mail.id),
      enqueue(c.env, 'billing_end', billingJob),
    )
    const { authCookies } = await authOf(c.env).$context
    c.header('set-cookie', `${authCookies.sessionToken.name}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`)
    return reply(c, closingReply, { closing: closingOf(now) })
  })
  .post('/account/reopening', async (c) => {
    const doctor = c.get('doctor')
    const request = { doctorId: doctor.id, ...auditedRequest(c) }
    if (!(await reopenAccount(c.get('db'), request))) throw new AppError('account_not_closed')
    return reply(c, closingReply, { closing: null })
  })
  .post('/device-receipts', jsonBody(discardedBody), async (c) => {
    const { consultation_ids: asked } = c.req.valid('json')
    const own = await ownConsultations(c.get('db'), c.get('doctor').id, asked)
    if (own.length === 0) throw new AppError('consultation_not_found')
    for (const id of own) c.get('audit')('local_recording_discarded', 'consultation', id)
    return reply(c, discardedReply, { told: own.length })
  })
