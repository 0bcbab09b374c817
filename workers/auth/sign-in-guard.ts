import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Database } from '#db/client.ts'
import { emailTaken } from '#db/queries/account.ts'
import { ATTEMPTS_KEPT_MS, forgetAttempts, secondsToWait } from '#db/queries/attempt.ts'
import { writeAuditOf } from '#db/queries/audit.ts'
import { originOf } from '#domain/audit/origin.ts'
import { errorBody, tooManyRequests } from '#domain/errors.ts'
import { SECOND_STEP } from './second-step.ts'
import { sha256Hex } from './sha256.ts'

/** By the e-mail that is asked about, from wherever: what better-auth counts is each visitor's address. */
const tries: Record<string, number> = {
  '/sign-in/email': 20,
  '/sign-up/email': 10,
  '/send-verification-email': 5,
}

/** Of an e-mail only a digest is counted: most who try have no account here. */
export const attemptKey = async (what: string, email: string): Promise<string> =>
  `${what}:${await sha256Hex(email.trim().toLowerCase())}`

const refuse = (seconds: number) =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { ...errorBody('too_many_requests'), error: tooManyRequests(seconds) },
    { 'retry-after': String(seconds) },
  )

/** What a visitor may not ask of Google's sign-in: other scopes, or an id token taken elsewhere. */
const social = new Set(['provider', 'callbackURL', 'errorCallbackURL'])

export const beforeAuth = (db: Database) =>
  createAuthMiddleware(async ({ path, body }) => {
    if (path === '/sign-in/social' && Object.keys(body ?? {}).some((name) => !social.has(name)))
      throw new APIError('BAD_REQUEST', errorBody('invalid_body'))
    const email: unknown = body?.email
    if (typeof email !== 'string') return
    const max = tries[path]
    if (max !== undefined) {
      const limit = { max, windowMs: ATTEMPTS_KEPT_MS, now: Date.now() }
      const seconds = await secondsToWait(db, await attemptKey(path, email), limit)
      if (seconds > 0) throw refuse(seconds)
    }
    // With verification required better-auth answers a taken address with an invented user; the spec wants to say so.
    if (path === '/sign-up/email' && (await emailTaken(db, email, Date.now())))
      throw new APIError('CONFLICT', errorBody('email_taken'))
  })

const comesIn = new Set(['/sign-in/email', SECOND_STEP])

/** Who has got in was not guessing. Whose password was guessed at can read it in settings. */
export const afterAuth = (db: Database) =>
  createAuthMiddleware(async ({ path, context, body, headers }) => {
    if (context.newSession && comesIn.has(path))
      return forgetAttempts(db, await attemptKey('/sign-in/email', context.newSession.user.email))
    if (path !== '/sign-in/email') return
    const email: unknown = body?.email
    if (!(context.returned instanceof APIError) || context.returned.statusCode !== 401) return
    const from = originOf(headers?.get('user-agent'), headers?.get('cf-connecting-ip'))
    if (typeof email === 'string') await writeAuditOf(db, email, { at: Date.now(), action: 'sign_in_failed', from })
  })
