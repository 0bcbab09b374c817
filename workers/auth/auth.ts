import type { BetterAuthPlugin } from 'better-auth'
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
import { auditDoctor } from '../audit/audit-doctor.ts'
import type { Env } from '../env.ts'
import { afterwards } from '../http/follow-up.ts'
import { ipAddress } from '../http/visitor.ts'
import { passwordResetMail, verificationMail } from '../mail/messages.ts'
import { sendSecurityMail } from '../mail/security.ts'
import { sendMail } from '../mail/send.ts'
import { welcome } from '../mail/welcome.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { google, hasGoogle, isGooglePath, trueWithin } from './google.ts'
import { askForCode, endUnproven, SECOND_STEP, secondStep } from './second-step.ts'
import { afterAuth, attemptKey, beforeAuth } from './sign-in-guard.ts'

/** A session ends an hour after its last renewal. Its longest life: `SESSION_MAX_MS`. */
export const SESSION_SECONDS = 60 * 60
/** A session older than this since its last renewal is renewed by the next request. */
export const SESSION_RENEW_SECONDS = 5 * 60

/** What our own API does instead, by the doctor's rules and with a line in the log, or what nobody needs. */
const closedPaths = [
  // Answers with the session's token, which no script may read. Pages ask /api/session.
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

function createAuth(env: Env, db: Database, more: BetterAuthPlugin[] = []) {
  return betterAuth({
    appName: 'Relato',
    baseURL: env.APP_URL,
    basePath: '/api/auth',
    secret: env.AUTH_SECRET,
    database: authAdapter(db),
    disabledPaths: closedPaths,
    trustedOrigins: (request) => (request ? allowedOrigins(env, request.url) : [env.APP_URL]),
    emailAndPassword: {
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
        // The password is changed and nobody is in: what fails from here on is no reason to say otherwise.
        await afterwards(
          ...ended.map((id) => cutSockets(env, db, { id, doctorId: user.id })),
          user.emailVerified ? undefined : welcome(env, db, user),
          sendSecurityMail(env, db, user, { what: 'password_changed' }),
          attemptKey('/sign-in/email', user.email).then((key) => forgetAttempts(db, key)),
        )
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: 24 * 60 * 60,
      sendVerificationEmail: async ({ user, url }) => {
        await sendMail(env, db, user.id, verificationMail({ to: user.email, name: user.name, url }))
      },
      afterEmailVerification: (user, request) => welcome(env, db, user, chosenOnTheWay(request)),
    },
    // Read with every session: whose account is closed gets no further.
    user: { additionalFields: { closedAt: { type: 'date', required: false, input: false } } },
    account: { accountLinking: { enabled: true, trustedProviders: [] }, updateAccountOnSignIn: false },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_RENEW_SECONDS },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-in/social': { window: 60, max: 20 },
        [SECOND_STEP]: { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 5 },
        '/send-verification-email': { window: 60, max: 3 },
        // Rows older than the longest window named here are swept away: our own counters (db/queries/attempt.ts) too.
        '/verify-email': { window: ATTEMPTS_KEPT_MS / 1_000, max: 100 },
      },
    },
    databaseHooks: {
      user: {
        create: {
          // No page shows a picture of a doctor, and an address from elsewhere is hostile until shown otherwise.
          before: async (user) => ({ data: { ...user, image: null } }),
          after: async (user) => {
            await createProfile(db, user.id, user.name, Date.now())
            await auditDoctor(db, user.id, 'signed_up')
            // Google has seen the address confirmed: no mail asks for that.
            if (user.emailVerified) await welcome(env, db, user)
          },
        },
      },
      account: {
        create: {
          // Who they are is all that is asked of Google: nothing is called with these afterwards.
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
          after: async ({ userId, providerId }, context) => {
            if (providerId !== 'google') return
            await auditDoctor(db, userId, 'google_linked')
            // A way in that the doctor may not know of. Who has no password made the account with it.
            const owner =
              (await hasPassword(db, userId)) && (await context?.context.internalAdapter.findUserById(userId))
            if (owner) await sendSecurityMail(env, db, owner, { what: 'google_linked' })
          },
        },
      },
      session: {
        create: {
          before: askForCode(db),
          after: async (session, context) => {
            // The session that goes on under a new password is nobody who comes in.
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
    },
    hooks: { before: beforeAuth(db), after: afterAuth(db) },
    // Where a browser lands whose way through Google broke off before it was known where it came from.
    onAPIError: { errorURL: `${env.APP_URL}/login?google=erro` },
    advanced: {
      // The prefix carries `__Host-`; better-auth's own `__Secure-` would stand before it.
      useSecureCookies: false,
      cookiePrefix: '__Host-relato',
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress,
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: [bearer({ requireSignature: true }), secondStep(env, db), ...more],
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/** The plan in the address to which a mail's link leads on. */
function chosenOnTheWay(request: Request | undefined): ChosenPlan | null {
  const onward = request && new URL(request.url).searchParams.get('callbackURL')
  return onward ? chosenPlan(new URL(onward, request.url).searchParams) : null
}

const instances = new WeakMap<D1Database, ReturnType<typeof createAuth>>()

/** One instance for each isolate: building it costs more than a request. */
export function authOf(env: Env) {
  let auth = instances.get(env.DB)
  if (!auth) {
    // What rides along for one page belongs to that page alone.
    const { VISIT: _, ...own } = env as Env & { VISIT?: unknown }
    auth = createAuth(own, openDatabase(env.DB))
    instances.set(env.DB, auth)
  }
  return auth
}

const withGoogle = new WeakMap<D1Database, ReturnType<typeof createAuth>>()
/** How long Google may take to say where its endpoints are, and for how long nobody asks again after it did not. */
const GOOGLE_PATIENCE_MS = 5_000
const GOOGLE_PAUSE_MS = 5_000
const pausedUntil = new WeakMap<D1Database, number>()

/**
 * The instance that answers a path of better-auth. Google's is apart: it is ready only once Google has said where its
 * endpoints are, and no session waits for that. While it is not, the other answers: that there is no such provider.
 */
export async function authFor(env: Env, path: string) {
  if (!isGooglePath(path) || !hasGoogle(env)) return authOf(env)
  const ready = withGoogle.get(env.DB)
  if (ready) return ready
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
    withGoogle.set(env.DB, auth)
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
