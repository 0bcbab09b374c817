import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import type { Database } from '#db/client.ts'
import { endSessions } from '#db/queries/account.ts'
import { countAttempt } from '#db/queries/attempt.ts'
import { hasSecondFactor, SECOND_STEP_PREFIX } from '#db/queries/second-factor.ts'
import { SECOND_STEP_MS, secondStepBody } from '#domain/account/second-factor.ts'
import { errorBody, tooManyRequests } from '#domain/errors.ts'
import { DAY_MS } from '#domain/time.ts'
import { auditDoctor, originOfHeaders } from '../audit/audited.ts'
import type { Env } from '../env.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { secondsToGuess, spendCode } from './second-factor.ts'

export const SECOND_STEP = '/second-step'
/** Paths whose new session has already proven the code: the second step, and a password change. */
const proven = new Set([SECOND_STEP, '/change-password'])
const owesCode = async (db: Database, path: string | undefined, userId: string): Promise<boolean> =>
  !(path !== undefined && proven.has(path)) && hasSecondFactor(db, userId)
const GUESSES = 5
const cookieOf = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('second_step', { maxAge: SECOND_STEP_MS / 1_000 })

/** Gives a doctor with a second factor only a cookie that waits for the code. Unknown sign-in methods need it too. */
export const askForCode =
  (db: Database) =>
  async ({ userId }: { userId: string }, ctx: GenericEndpointContext | null): Promise<void> => {
    if (!(await owesCode(db, ctx?.path, userId))) return
    if (ctx) {
      const identifier = SECOND_STEP_PREFIX + crypto.randomUUID()
      const expiresAt = new Date(Date.now() + SECOND_STEP_MS)
      await ctx.context.internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt })
      await auditDoctor(db, userId, 'second_step_asked', originOfHeaders(ctx.headers))
      const { name, attributes } = cookieOf(ctx)
      await ctx.setSignedCookie(name, identifier, ctx.context.secret, attributes)
    }
    throw new APIError('FORBIDDEN', errorBody('second_step_needed'))
  }

/** Ends a session created while the second factor was being switched on. Returns true if it did. */
export async function endUnproven(db: Database, made: { id: string; userId: string }, path?: string): Promise<boolean> {
  if (!(await owesCode(db, path, made.userId))) return false
  await endSessions(db, made.userId, { only: made.id })
  return true
}

/** The second step of a sign-in: checks the code against the cookie of the first. */
export const secondStep = (env: Env, db: Database) =>
  ({
    id: 'second-step',
    endpoints: {
      secondStep: createAuthEndpoint(
        SECOND_STEP,
        { method: 'POST', body: secondStepBody, metadata: { noStore: true } },
        async (ctx) => {
          const { internalAdapter, secret } = ctx.context
          const cookie = cookieOf(ctx)
          const over = (): never => {
            expireCookie(ctx, cookie)
            throw new APIError('GONE', errorBody('second_step_over'))
          }
          const identifier = (await ctx.getSignedCookie(cookie.name, secret)) || ''
          if (!identifier.startsWith(SECOND_STEP_PREFIX)) return over()
          const step = await internalAdapter.findVerificationValue(identifier)
          if (!step || step.expiresAt.getTime() <= Date.now()) return over()
          const user = await internalAdapter.findUserById(step.value)
          if (!user) return over()

          const seconds = await secondsToGuess(db, user.id, ctx.body.code)
          if (seconds > 0) {
            const once = `code_guessed:${user.id}:${Math.floor(Date.now() / DAY_MS)}`
            await sendSecurityMail(env, db, user, { what: 'code_guessed' }, { once })
            throw tooMany(seconds)
          }
          const guesses = { max: GUESSES, windowMs: SECOND_STEP_MS, now: Date.now() }
          if (!(await countAttempt(db, identifier, guesses))) return over()
          const spent = await spendCode(env, db, user, ctx.body.code)
          if (!spent.ok) {
            await auditDoctor(db, user.id, 'second_factor_failed', originOfHeaders(ctx.headers))
            throw new APIError('UNPROCESSABLE_ENTITY', errorBody('wrong_code'))
          }
          if (spent.recoveryCodesLeft !== null)
            await auditDoctor(db, user.id, 'recovery_code_used', originOfHeaders(ctx.headers))
          const consumed = await internalAdapter.consumeVerificationValue(identifier)
          if (consumed?.value !== user.id) return over()
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          expireCookie(ctx, cookie)
          return ctx.json({ recovery_codes_left: spent.recoveryCodesLeft })
        },
      ),
    },
  }) satisfies BetterAuthPlugin

export const tooMany = (seconds: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { ...errorBody('too_many_requests'), error: tooManyRequests(seconds) },
    { 'retry-after': String(seconds) },
  )
