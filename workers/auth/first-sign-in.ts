import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import type { Database } from '#db/client.ts'
import { FIRST_SIGN_IN_PREFIX, hasSecondFactor } from '#db/queries/second-factor.ts'

export const FIRST_SIGN_IN = '/first-sign-in'
/** As long as the link of the verification mail, in seconds. */
export const CONFIRM_SECONDS = 24 * 60 * 60

const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('first_sign_in', { maxAge: CONFIRM_SECONDS })

/** Marks this browser as the one that signed up: it may sign in once, after the address is confirmed. */
export async function markSignUp(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const identifier = FIRST_SIGN_IN_PREFIX + crypto.randomUUID()
  const expiresAt = new Date(Date.now() + CONFIRM_SECONDS * 1_000)
  await ctx.context.internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt })
  const { name, attributes } = cookieOf(ctx)
  await ctx.setSignedCookie(name, identifier, ctx.context.secret, attributes)
}

/** Signs in after the link of the mail, if this browser signed up for the link's own account. */
export async function signInAfterLink(db: Database, ctx: GenericEndpointContext): Promise<void> {
  // An expired or forged link is a redirect too, so the token is checked here again.
  const link = await verifyJWT<{ email?: string }>(String(ctx.query?.token ?? ''), ctx.context.secret)
  const email = link?.email
  if (typeof email !== 'string') return
  const own = await ctx.context.internalAdapter.findUserByEmail(email)
  if (own) await signInMarked(db, ctx, own.user.id)
}

/**
 * Signs in the account of this browser's mark, once. False without a mark, before the address is confirmed, with a
 * second factor, or when another session is open here. `only`: the account that the link belongs to.
 */
async function signInMarked(db: Database, ctx: GenericEndpointContext, only?: string): Promise<boolean> {
  const { internalAdapter, secret } = ctx.context
  const cookie = cookieOf(ctx)
  const identifier = (await ctx.getSignedCookie(cookie.name, secret)) || ''
  if (!identifier.startsWith(FIRST_SIGN_IN_PREFIX)) return false
  const mark = await internalAdapter.findVerificationValue(identifier)
  if (!mark || mark.expiresAt.getTime() <= Date.now() || (only !== undefined && mark.value !== only)) return false
  const user = await internalAdapter.findUserById(mark.value)
  if (!user?.emailVerified || (await hasSecondFactor(db, user.id)) || (await getSessionFromCtx(ctx))) return false
  const consumed = await internalAdapter.consumeVerificationValue(identifier)
  if (consumed?.value !== user.id) return false
  const session = await internalAdapter.createSession(user.id)
  await setSessionCookie(ctx, { session, user })
  expireCookie(ctx, cookie)
  return true
}

/** Deletes this browser's mark: a signed-in doctor needs none, and signing out must leave none behind. */
export async function endMark(ctx: GenericEndpointContext): Promise<void> {
  const cookie = cookieOf(ctx)
  const identifier = (await ctx.getSignedCookie(cookie.name, ctx.context.secret)) || ''
  if (!identifier.startsWith(FIRST_SIGN_IN_PREFIX)) return
  await ctx.context.internalAdapter.consumeVerificationValue(identifier)
  expireCookie(ctx, cookie)
}

/** Signs in the browser that signed up, after the link was opened elsewhere. Answers whether a session is open now. */
export const firstSignIn = (db: Database) =>
  ({
    id: 'first-sign-in',
    endpoints: {
      firstSignIn: createAuthEndpoint(FIRST_SIGN_IN, { method: 'POST', metadata: { noStore: true } }, async (ctx) =>
        ctx.json({ signed_in: (await signInMarked(db, ctx)) || (await getSessionFromCtx(ctx)) !== null }),
      ),
    },
  }) satisfies BetterAuthPlugin
