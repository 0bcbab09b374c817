import { APIError } from 'better-auth/api'
import { type Context, Hono } from 'hono'
import { endSessions, hasPassword, liveSessions } from '#db/queries/account.ts'
import { countAttempt, forgetAttempts } from '#db/queries/attempt.ts'
import { endPendingSteps, hasSecondFactor, recoveryCodesLeft } from '#db/queries/second-factor.ts'
import { FRESH_SIGN_IN_MS } from '#domain/account/confirmation.ts'
import { endedReply, securityReply } from '#domain/account/contract.ts'
import { deviceName } from '#domain/account/device.ts'
import { changePasswordBody } from '#domain/account/password.ts'
import { SESSION_MAX_MS } from '#domain/account/session.ts'
import { AppError } from '#domain/errors.ts'
import { authOf } from '../auth/auth.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { jsonBody, pathId, reply } from './body.ts'
import { PASSWORD_ATTEMPTS, passwordKey } from './confirm.ts'
import type { AppEnv } from './context.ts'

/** Security of an account: its password and its sessions. */
export const security = new Hono<AppEnv>()
  .get('/security', async (c) => {
    const doctor = c.get('doctor')
    const now = Date.now()
    const [has_password, on, recovery_codes_left, live] = await Promise.all([
      hasPassword(c.get('db'), doctor.id),
      hasSecondFactor(c.get('db'), doctor.id),
      recoveryCodesLeft(c.get('db'), doctor.id),
      liveSessions(c.get('db'), doctor.id, now, now - SESSION_MAX_MS),
    ])
    const sessions = live.map(({ id, userAgent, updatedAt }) => ({
      id,
      device: deviceName(userAgent),
      current: id === doctor.sessionId,
      used_at: updatedAt.getTime(),
    }))
    return reply(c, securityReply, { has_password, second_factor: { on, recovery_codes_left }, sessions })
  })
  .put('/password', jsonBody(changePasswordBody), async (c) => {
    const { db, doctor } = c.var
    const key = passwordKey(doctor.id)
    if (!(await countAttempt(db, key, { ...PASSWORD_ATTEMPTS, now: Date.now() })))
      throw new AppError('too_many_requests')
    const sessions = await liveSessions(db, doctor.id, Date.now(), Date.now() - SESSION_MAX_MS)
    const cookies = await changed(c, c.req.valid('json'))
    await Promise.all([forgetAttempts(db, key), endPendingSteps(db, doctor.id)])
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    c.get('audit')('password_changed', 'doctor', doctor.id)
    // The password has changed: the new cookies must reach the page even if the mail fails.
    await runFollowUps(sendSecurityMail(c.env, db, doctor, { what: 'password_changed' }))
    return reply(c, endedReply, { ended: sessions.filter(({ id }) => id !== doctor.sessionId).length })
  })
  .delete('/sessions', async (c) => {
    const ended = await endAndCut(c, { except: c.get('doctor').sessionId })
    return reply(c, endedReply, { ended })
  })
  .delete('/sessions/:id', pathId('session_not_found'), async (c) => {
    const ended = await endAndCut(c, { only: c.req.valid('param').id })
    if (ended === 0) throw new AppError('session_not_found')
    return reply(c, endedReply, { ended })
  })

type NewPassword = { currentPassword: string | null; newPassword: string }

/** Changes the password and ends every session; this one continues under a new token. Returns its cookies. */
async function changed(c: Context<AppEnv>, { currentPassword, newPassword }: NewPassword): Promise<string[]> {
  const { headers } = c.req.raw
  const auth = authOf(c.env).api
  if (currentPassword === null) {
    if (await hasPassword(c.get('db'), c.get('doctor').id))
      throw new AppError('invalid_body', { currentPassword: 'Senha atual é obrigatória' })
    // A new password could confirm all other actions, so it needs a recent sign-in.
    if (Date.now() - c.get('doctor').signedInAt > FRESH_SIGN_IN_MS) throw new AppError('sign_in_again')
    await auth.setPassword({ headers, body: { newPassword } })
    await endAndCut(c, { except: c.get('doctor').sessionId })
    return []
  }
  const body = { currentPassword, newPassword, revokeOtherSessions: true }
  try {
    const answer = await auth.changePassword({ headers, body, returnHeaders: true })
    return answer.headers.getSetCookie()
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 400) {
      c.get('audit')('password_refused', 'doctor', c.get('doctor').id)
      throw new AppError('wrong_password', { currentPassword: 'Senha atual incorreta' })
    }
    throw error
  }
}

async function endAndCut(c: Context<AppEnv>, which: { only: string } | { except: string }): Promise<number> {
  const doctorId = c.get('doctor').id
  const ids = await endSessions(c.get('db'), doctorId, which)
  await Promise.all(ids.map((id) => cutSockets(c.env, c.get('db'), { id, doctorId })))
  if (ids.length > 0) c.get('audit')('sessions_ended', 'doctor', doctorId)
  return ids.length
}
