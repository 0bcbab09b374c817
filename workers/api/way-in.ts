import { APIError } from 'better-auth/api'
import { Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { recoveredPasswordBody } from '#domain/account/password.ts'
import {
  recoveredReply,
  recoveryBody,
  recoveryCookieOver,
  recoveryOpenReply,
  recoveryReply,
  recoveryToken,
  wayInReply,
} from '#domain/account/way-in.ts'
import { AppError } from '#domain/errors.ts'
import { authOf } from '../auth/auth.ts'
import { hasGoogle } from '../auth/google.ts'
import { attemptKey } from '../auth/sign-in-guard.ts'
import { visitorKey } from '../http/visitor.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { refuseFor } from './failure.ts'

/** Recovery mails per address, and requests per visitor. */
const MAILS = { max: 3, windowMs: 15 * 60_000 }
const VISITOR = { max: 10, windowMs: 60_000 }
/** Minimum duration of the answer: its time must not reveal whether an account was found. */
const FLOOR_MS = 400

/** Routes for visitors: available sign-in methods, and a password reset by mail. */
export const wayIn = new Hono<AppEnv>()
  .get('/way-in', (c) => reply(c, wayInReply, { google: hasGoogle(c.env) }))
  .post('/recovery', jsonBody(recoveryBody), async (c) => {
    const { email, plan, interval, redirect } = c.req.valid('json')
    const wayOn = new URLSearchParams({
      ...(plan && { plan }),
      ...(interval && { interval }),
      ...(redirect && { redirect }),
    })
    await within(c, [`recovery:${visitorKey(c.req.raw.headers)}`, VISITOR])
    await within(c, [await attemptKey('recovery', email), MAILS])
    const floor = scheduler.wait(FLOOR_MS)
    await authOf(c.env).api.requestPasswordReset({ body: { email, redirectTo: `/reset-password?${wayOn}` } })
    await floor
    return reply(c, recoveryReply, { ok: true })
  })
  .get('/recovery', async (c) => {
    const token = recoveryToken(c.req.header('cookie'))
    if (token === null) return reply(c, recoveryOpenReply, { open: false })
    const { internalAdapter } = await authOf(c.env).$context
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    return reply(c, recoveryOpenReply, { open: found !== null && found.expiresAt.getTime() > Date.now() })
  })
  .put('/recovery', jsonBody(recoveredPasswordBody), async (c) => {
    await within(c, [`recovered:${visitorKey(c.req.raw.headers)}`, VISITOR])
    const token = recoveryToken(c.req.header('cookie'))
    if (token === null) throw new AppError('reset_link_over')
    const { api, $context } = authOf(c.env)
    const { internalAdapter } = await $context
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    try {
      await api.resetPassword({ body: { ...c.req.valid('json'), token } })
    } catch (error) {
      if (error instanceof APIError && error.statusCode === 400) throw new AppError('reset_link_over')
      throw error
    }
    c.header('set-cookie', recoveryCookieOver)
    const owner = link && (await internalAdapter.findUserById(link.value))
    return reply(c, recoveredReply, { ok: true, email: owner?.email ?? '' })
  })

type Counted = readonly [key: string, limit: { max: number; windowMs: number }]
async function within(c: { get: (name: 'db') => AppEnv['Variables']['db'] }, [key, limit]: Counted): Promise<void> {
  refuseFor(await secondsToWait(c.get('db'), key, { ...limit, now: Date.now() }))
}
