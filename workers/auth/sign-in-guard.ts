import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Database } from '#db/client.ts'
import { emailTaken, isDisabled } from '#db/queries/account.ts'
import { ATTEMPTS_KEPT_MS, forgetAttempts, secondsToWait } from '#db/queries/attempt.ts'
import { writeAuditOf } from '#db/queries/audit.ts'
import { signUpBody } from '#domain/account/contract.ts'
import { RETURN_ADDRESS_MAX } from '#domain/account/way-in.ts'
import { fieldMessages } from '#domain/contract.ts'
import { errorBody } from '#domain/errors.ts'
import { originOfHeaders } from '../audit/audited.ts'
import { endMark, markSignUp, signInAfterLink } from './first-sign-in.ts'
import { SECOND_STEP, tooMany } from './second-step.ts'
import { sha256Hex } from './sha256.ts'

/** Limits per e-mail address, from all visitors; better-auth counts per visitor. */
const tries: Record<string, number> = {
  '/sign-in/email': 20,
  '/sign-up/email': 10,
  '/send-verification-email': 5,
}

/** Stores only a digest of the e-mail: most who try have no account here. */
export const attemptKey = async (what: string, email: string): Promise<string> =>
  `${what}:${await sha256Hex(email.trim().toLowerCase())}`

const SIGN_UP = '/sign-up/email'

/** Fields accepted from a visitor for Google's sign-in: no other scopes, no external id token. */
const social = new Set(['provider', 'callbackURL', 'errorCallbackURL'])

/** better-auth checks where these lead, and leaves their length open. */
const returnAddresses = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo']
const isTooLong = (value: unknown) => typeof value === 'string' && value.length > RETURN_ADDRESS_MAX

/** Refuses every new session of a disabled account, also by Google or a link. Errors: account_disabled. */
export async function refuseDisabled(db: Database, doctorId: string): Promise<void> {
  if (await isDisabled(db, doctorId)) throw new APIError('FORBIDDEN', errorBody('account_disabled'))
}

/** Checks each call of better-auth: accepted fields and counted guesses. Errors: too_many_requests, invalid_body. */
export const beforeAuth = (db: Database) =>
  createAuthMiddleware(async ({ path, body: given }) => {
    const body = path === SIGN_UP ? signUpForm(given) : given
    if (path === '/sign-in/social' && Object.keys(body ?? {}).some((name) => !social.has(name)))
      throw new APIError('BAD_REQUEST', errorBody('invalid_body'))
    if (returnAddresses.some((name) => isTooLong(body?.[name])))
      throw new APIError('BAD_REQUEST', errorBody('invalid_body'))
    const email: unknown = body?.email
    if (typeof email !== 'string') return
    const max = tries[path]
    if (max !== undefined) {
      const limit = { max, windowMs: ATTEMPTS_KEPT_MS, now: Date.now() }
      const seconds = await secondsToWait(db, await attemptKey(path, email), limit)
      if (seconds > 0) throw tooMany(seconds)
    }
    // With verification required, better-auth answers a taken address with an invented user; the spec requires an
    // error.
    if (path !== SIGN_UP) return
    if (await emailTaken(db, email, Date.now())) throw new APIError('CONFLICT', errorBody('email_taken'))
    return { context: { body } }
  })

/** Restricts the form: better-auth alone accepts any name and a picture's address. */
function signUpForm(given: unknown) {
  const { data, error } = signUpBody.safeParse(given)
  if (error) throw new APIError('BAD_REQUEST', errorBody('invalid_body', fieldMessages(error)))
  return data
}

const comesIn = new Set(['/sign-in/email', SECOND_STEP])

/** Marks a sign-up's browser, ends the mark with a sign-in or sign-out, and clears the guess counter after a sign-in. Failed guesses are in the audit log. */
export const afterAuth = (db: Database) =>
  createAuthMiddleware(async (ctx) => {
    const { path, context, body, headers } = ctx
    const signedUp = path === SIGN_UP && (context.returned as { user?: { id: string } }).user
    if (signedUp) return markSignUp(ctx, signedUp.id)
    if (path === '/verify-email') return signInAfterLink(db, ctx)
    if (context.newSession || path === '/sign-out') await endMark(ctx)
    if (context.newSession && comesIn.has(path)) {
      await forgetAttempts(db, await attemptKey('/sign-in/email', context.newSession.user.email))
      // Removes the session token from the answer: only the cookie may hold it.
      const { token: _, ...answer } = context.returned as { token?: string }
      return answer
    }
    if (path !== '/sign-in/email') return
    const email: unknown = body?.email
    if (!(context.returned instanceof APIError) || context.returned.statusCode !== 401) return
    const from = originOfHeaders(headers)
    if (typeof email === 'string') await writeAuditOf(db, email, { at: Date.now(), action: 'sign_in_failed', from })
  })
