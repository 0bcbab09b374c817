import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { endSessions } from '#db/queries/account.ts'
import { AppError } from '#domain/errors.ts'
import { authOf, SESSION_MAX_MS } from '../auth.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import type { AppEnv, SignedIn } from './context.ts'

/** Lets only a signed-in, verified doctor through and passes on the renewed cookie. */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  // The answer to an upgrade carries no cookie: renewing there would push the end of the session past that of the cookie.
  const upgrades = c.req.header('upgrade') !== undefined
  const { VISIT: visit } = c.env
  if (visit) visit.signedIn ??= whoAsks(c, upgrades)
  const { doctor, cookies } = await (visit?.signedIn ?? whoAsks(c, upgrades))
  c.set('doctor', doctor)
  await next()
  // Of a session that the request itself replaced, the old cookie must not come after the new one.
  if (upgrades || c.res.headers.getSetCookie().length > 0) return
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
})

async function whoAsks(c: Context<AppEnv>, upgrades: boolean): Promise<SignedIn> {
  const found = await authOf(c.env).api.getSession({
    headers: c.req.raw.headers,
    returnHeaders: true,
    ...(upgrades && { query: { disableRefresh: true } }),
  })
  const current = found.response
  if (!current) throw new AppError('not_signed_in')
  if (Date.now() - current.session.createdAt.getTime() > SESSION_MAX_MS) {
    await endSessions(c.get('db'), current.user.id, { only: current.session.id })
    await cutSockets(c.env, c.get('db'), { id: current.session.id, doctorId: current.user.id })
    throw new AppError('not_signed_in')
  }
  if (!current.user.emailVerified) throw new AppError('email_not_verified')
  const doctor = {
    id: current.user.id,
    email: current.user.email,
    name: current.user.name,
    closedAt: current.user.closedAt?.getTime() ?? null,
    sessionId: current.session.id,
    sessionExpiresAt: current.session.expiresAt.getTime(),
    signedInAt: current.session.createdAt.getTime(),
  }
  return { doctor, cookies: found.headers.getSetCookie() }
}
