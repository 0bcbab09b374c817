import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { authAdapter } from '#db/auth-adapter.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { afterRecovery, claimUnproven, createProfile, hasPassword } from '#db/queries/account.ts'
import { ATTEMPTS_KEPT_MS, forgetAttempts } from '#db/queries/attempt.ts'
import { PASSWORD_MAX } from '#domain/account/password.ts'
import { SIGN_UP_PASSWORD_MIN } from '#domain/account/profile.ts'
import { originOf } from '#domain/audit/origin.ts'
import { type ChosenPlan, chosenPlan } from '#domain/subscription/chosen-plan.ts'
import { allowedOrigins } from '../api/origin.ts'
import { auditDoctor } from '../audit/audited.ts'
import type { Env } from '../env.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { ipAddress } from '../http/visitor.ts'
import { passwordResetMail, verificationMail } from '../mail/messages.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { sendMail } from '../mail/send.ts'
import { welcome } from '../mail/welcome.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { CONFIRM_SECONDS, FIRST_SIGN_IN, firstSignIn } from './first-sign-in.ts'
import { google, hasGoogle, isGooglePath, trueWithin } from './google.ts'
import { askForCode, endUnproven, SECOND_STEP, secondStep } from './second-step.ts'
import { afterAuth, attemptKey, beforeAuth, refuseDisabled } from './sign-in-guard.ts'

/** Seconds from the last renewal to the end of a session. Its longest life: `SESSION_MAX_MS`. */
export const SESSION_SECONDS = 60 * 60
/** Seconds after the last renewal before a request renews the session again. */
export const SESSION_RENEW_SECONDS = 5 * 60

/** Paths of better-auth that our own audited routes replace or that the product does not use. */
const closedPaths = [
  // Answers with the session token, which no script may read. Pages call /api/session.
  '/get-session',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/verify-password',
  '/change-email',
  '/update-user',
  '/update-session',
  '/delete-user',
  '/delete-user/callback',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/list-accounts',
  '/link-social',
  '/unlink-account',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
]

/** Sign-up, sign-in and reset of the password. */
const passwordOptions = (env: Env, db: Database) =>
  ({
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: SIGN_UP_PASSWORD_MIN,
    maxPasswordLength: PASSWORD_MAX,
    resetPasswordTokenExpiresIn: 60 * 60,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, token, url: own }) => {
      await auditDoctor(db, user.id, 'recovery_requested')
      const url = new URL(new URL(own).searchParams.get('callbackURL') || '/reset-password', env.APP_URL)
      url.searchParams.set('token', token)
      await sendMail(env, db, user.id, passwordResetMail({ to: user.email, name: user.name, url: url.href }))
    },
    onPasswordReset: async ({ user }) => {
      const ended = await afterRecovery(db, user.id, Date.now())
      // The password is changed; failing follow-ups must not change the answer.
      await runFollowUps(
        ...ended.map((id) => cutSockets(env, db, { id, doctorId: user.id })),
        user.emailVerified ? undefined : welcome(env, db, user),
        sendSecurityMail(env, db, user, { what: 'password_changed' }),
        attemptKey('/sign-in/email', user.email).then((key) => forgetAttempts(db, key)),
      )
    },
  }) satisfies BetterAuthOptions['emailAndPassword']

/** The mail that verifies an address, and the welcome after it. */
const verificationOptions = (env: Env, db: Database) =>
  ({
    sendOnSignUp: true,
    autoSignInAfterVerification: false,
    expiresIn: CONFIRM_SECONDS,
    sendVerificationEmail: async ({ user, url }) => {
      await sendMail(env, db, user.id, verificationMail({ to: user.email, name: user.name, url }))
    },
    afterEmailVerification: (user, request) => welcome(env, db, user, chosenOnTheWay(request)),
  }) satisfies BetterAuthOptions['emailVerification']

/** Requests per visitor; windows in seconds. */
const rateLimit = {
  enabled: true,
  storage: 'database',
  window: 60,
  max: 100,
  customRules: {
    '/sign-in/email': { window: 60, max: 10 },
    '/sign-in/social': { window: 60, max: 20 },
    [SECOND_STEP]: { window: 60, max: 20 },
    [FIRST_SIGN_IN]: { window: 60, max: 20 },
    '/sign-up/email': { window: 60, max: 5 },
    '/send-verification-email': { window: 60, max: 3 },
    // better-auth deletes rows older than the longest window here; our counters (db/queries/attempt.ts) share the
    // table.
    '/verify-email': { window: ATTEMPTS_KEPT_MS / 1_000, max: 100 },
  },
} satisfies BetterAuthOptions['rateLimit']

/** Audit rows, security mails and closed sockets when rows of better-auth change. */
const databaseHooks = (env: Env, db: Database) =>
  ({
    user: {
      create: {
        // No page shows a doctor's picture, and an external address could be hostile.
        before: async (user) => ({ data: { ...user, image: null } }),
        after: async (user) => {
          await createProfile(db, user.id, user.name, Date.now())
          await auditDoctor(db, user.id, 'signed_up')
          // Google has verified the address: no verification mail is needed.
          if (user.emailVerified) await welcome(env, db, user)
        },
      },
    },
    account: {
      create: {
        // Google only identifies the doctor: its tokens are never used, so they are not stored.
        before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
        after: async ({ userId, providerId }, context) => {
          if (providerId !== 'google') return
          await auditDoctor(db, userId, 'google_linked')
          // Reports a new sign-in method. Accounts without a password were created with it.
          const owner = (await hasPassword(db, userId)) && (await context?.context.internalAdapter.findUserById(userId))
          if (owner) await sendSecurityMail(env, db, owner, { what: 'google_linked' })
        },
      },
    },
    session: {
      create: {
        before: async (session, context) => {
          await refuseDisabled(db, session.userId)
          await askForCode(db)(session, context)
        },
        after: async (session, context) => {
          // Skips the new-device mail for the session that changed the password.
          if (context?.path === '/change-password') return
          if (await endUnproven(db, session, context?.path)) return
          await auditDoctor(db, session.userId, 'signed_in', originOf(session.userAgent, session.ipAddress))
        },
      },
      delete: {
        after: async (session, context) => {
          await cutSockets(env, db, { id: session.id, doctorId: session.userId })
          if (context?.path === '/sign-out')
            await auditDoctor(db, session.userId, 'signed_out', originOf(session.userAgent, session.ipAddress))
        },
      },
    },
  }) satisfies BetterAuthOptions['databaseHooks']

/** Builds the instance; `more`: further plugins. */
const createAuth = (env: Env, db: Database, more: BetterAuthPlugin[] = []) =>
  betterAuth({
    appName: 'Relato',
    baseURL: env.APP_URL,
    basePath: '/api/auth',
    secret: env.AUTH_SECRET,
    database: authAdapter(db),
    disabledPaths: closedPaths,
    trustedOrigins: (request) => (request ? allowedOrigins(env, request.url) : [env.APP_URL]),
    emailAndPassword: passwordOptions(env, db),
    emailVerification: verificationOptions(env, db),
    // Read with every session: a closed account gets no further.
    user: { additionalFields: { closedAt: { type: 'date', required: false, input: false } } },
    account: { accountLinking: { enabled: true, trustedProviders: [] }, updateAccountOnSignIn: false },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_RENEW_SECONDS },
    rateLimit,
    databaseHooks: databaseHooks(env, db),
    hooks: { before: beforeAuth(db), after: afterAuth(db) },
    // Target when a sign-in with Google fails before its return address is known.
    onAPIError: { errorURL: `${env.APP_URL}/login?google=erro` },
    advanced: {
      // The prefix contains `__Host-`; better-auth would add `__Secure-` before it.
      useSecureCookies: false,
      cookiePrefix: '__Host-relato',
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress,
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: [bearer({ requireSignature: true }), secondStep(env, db), firstSignIn(db), ...more],
    telemetry: { enabled: false },
    logger: { disabled: true },
  })

/** Reads the chosen plan from the address that a verification mail links to. */
function chosenOnTheWay(request: Request | undefined): ChosenPlan | null {
  const onward = request && new URL(request.url).searchParams.get('callbackURL')
  return onward ? chosenPlan(new URL(onward, request.url).searchParams) : null
}

type Instance = { auth: ReturnType<typeof createAuth>; secrets: string }
const secretsOf = ({ AUTH_SECRET, AUTH_SECRET_PREVIOUS = '' }: Env) => `${AUTH_SECRET}\n${AUTH_SECRET_PREVIOUS}`
const instances = new WeakMap<D1Database, Instance>()

/** Returns the instance of this isolate; building one costs more than a request. */
export function authOf(env: Env) {
  const secrets = secretsOf(env)
  const existing = instances.get(env.DB)
  if (existing?.secrets === secrets) return existing.auth
  // State of one page must not enter the shared instance.
  const { VISIT: _, ...own } = env as Env & { VISIT?: unknown }
  const auth = createAuth(own, openDatabase(env.DB))
  instances.set(env.DB, { auth, secrets })
  return auth
}

const withGoogle = new WeakMap<D1Database, Instance>()
/** Limit for reading Google's endpoints, and pause before the next attempt after a failure. */
const GOOGLE_PATIENCE_MS = 5_000
const GOOGLE_PAUSE_MS = 5_000
const pausedUntil = new WeakMap<D1Database, number>()

/**
 * Returns the instance for a path of better-auth. The one with Google is separate: it waits for Google's endpoints,
 * and sessions must not. Until it is ready, the other answers that the provider is missing.
 */
export async function authFor(env: Env, path: string) {
  if (!isGooglePath(path) || !hasGoogle(env)) return authOf(env)
  const ready = withGoogle.get(env.DB)
  if (ready?.secrets === secretsOf(env)) return ready.auth
  if (Date.now() < (pausedUntil.get(env.DB) ?? 0)) return authOf(env)
  const db = openDatabase(env.DB)
  const auth = createAuth(
    env,
    db,
    google(env, async (who) => {
      const id = await claimUnproven(db, who, Date.now())
      if (id !== null) await welcome(env, db, { id, email: who.email, name: who.name })
    }),
  )
  if (await knowsGoogle(auth)) {
    withGoogle.set(env.DB, { auth, secrets: secretsOf(env) })
    return auth
  }
  pausedUntil.set(env.DB, Date.now() + GOOGLE_PAUSE_MS)
  return authOf(env)
}

const knowsGoogle = (auth: ReturnType<typeof createAuth>): Promise<boolean> =>
  trueWithin(
    GOOGLE_PATIENCE_MS,
    auth.$context.then(({ socialProviders }) => socialProviders.some(({ id }) => id === 'google')),
  )
