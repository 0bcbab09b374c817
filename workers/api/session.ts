import type { Context } from 'hono'
import { getSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { endSessions } from '#db/queries/account.ts'
import { findSession, type ValidSession } from '#db/queries/session.ts'
import { SESSION_MAX_MS } from '#domain/account/session.ts'
import { AppError } from '#domain/errors.ts'
import { authOf, SESSION_RENEW_SECONDS, SESSION_SECONDS } from '../auth/auth.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import type { AppEnv, Doctor, SignedIn } from './context.ts'

/** A session with less time left than this is renewed. */
const LOW_MS = (SESSION_SECONDS - SESSION_RENEW_SECONDS) * 1_000

/** Admits only a signed-in, verified doctor whose account is not disabled. Passes on a renewed cookie. */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  // The answer to an upgrade carries no cookie: renewing there would make the session outlive its cookie.
  const upgrades = c.req.header('upgrade') !== undefined
  const { VISIT: visit } = c.env
  if (visit) visit.signedIn ??= whoAsks(c, upgrades)
  const { doctor, cookies } = await (visit?.signedIn ?? whoAsks(c, upgrades))
  c.set('doctor', doctor)
  await next()
  // Never send a cookie of a session that the request itself replaced.
  if (upgrades || c.res.headers.getSetCookie().length > 0) return
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
})

async function whoAsks(c: Context<AppEnv>, upgrades: boolean): Promise<SignedIn> {
  const presented = await presentedSession(c)
  const low = Date.now() + (upgrades ? 0 : LOW_MS)
  if (presented && presented.expiresAt.getTime() > low) return { doctor: await doctorOf(c, presented), cookies: [] }
  // The session was renewed, ended or sent as a bearer token.
  const found = await authOf(c.env).api.getSession({
    headers: c.req.raw.headers,
    returnHeaders: true,
    ...(upgrades && { query: { disableRefresh: true } }),
  })
  const renewed = found.response && (await findSession(c.get('db'), found.response.session.token))
  if (!renewed) throw new AppError('not_signed_in')
  return { doctor: await doctorOf(c, renewed), cookies: found.headers.getSetCookie() }
}

async function presentedSession(c: Context<AppEnv>): Promise<ValidSession | null> {
  // A token in the header takes precedence over a cookie.
  if (c.req.header('authorization') !== undefined) return null
  const { authCookies, secret } = await authOf(c.env).$context
  const token = await getSignedCookie(c, secret, authCookies.sessionToken.name)
  return token ? findSession(c.get('db'), token) : null
}

async function doctorOf(c: Context<AppEnv>, { id, createdAt, expiresAt, user, profile }: ValidSession) {
  if (Date.now() - createdAt.getTime() > SESSION_MAX_MS) {
    await endSessions(c.get('db'), user.id, { only: id })
    await cutSockets(c.env, c.get('db'), { id, doctorId: user.id })
    throw new AppError('not_signed_in')
  }
  // Disabling ends all sessions. One that was being made meanwhile gets no further either.
  if (user.disabledAt !== null) throw new AppError('account_disabled')
  if (!user.emailVerified) throw new AppError('email_not_verified')
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    profile,
    closedAt: user.closedAt?.getTime() ?? null,
    sessionId: id,
    sessionExpiresAt: expiresAt.getTime(),
    signedInAt: createdAt.getTime(),
  } satisfies Doctor
}
