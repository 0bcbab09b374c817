import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import { authAdapter } from '#db/auth-adapter.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { createProfile, emailTaken } from '#db/queries/account.ts'
import { writeAudit } from '#db/queries/audit.ts'
import { PASSWORD_MAX } from '#domain/account/password.ts'
import { SIGN_UP_PASSWORD_MIN } from '#domain/account/profile.ts'
import { errorBody } from '#domain/errors.ts'
import { allowedOrigins } from './api/origin.ts'
import type { Env } from './env.ts'
import { verificationMail } from './mail/messages.ts'
import { sendMail } from './mail/send.ts'
import { cutSockets } from './room/cut-sockets.ts'

/** Sessions roll for an hour and end after seven days whatever happens (design: trust). */
export const SESSION_SECONDS = 60 * 60
export const SESSION_MAX_MS = 7 * 24 * 60 * 60_000
/** A session older than this since its last renewal is renewed by the next request. */
const SESSION_RENEW_SECONDS = 5 * 60

/** What our own API does instead, by the doctor's rules and with a line in the log, or what nobody needs. */
const closedPaths = [
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

function createAuth(env: Env, db: Database) {
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
      revokeSessionsOnPasswordReset: true,
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: 24 * 60 * 60,
      sendVerificationEmail: async ({ user, url }) => {
        await sendMail(env, db, user.id, verificationMail({ to: user.email, name: user.name, url }))
      },
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_RENEW_SECONDS },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 60, max: 5 },
        '/send-verification-email': { window: 60, max: 3 },
        '/get-session': false,
      },
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => {
            await createProfile(db, user.id, user.name, Date.now())
            await auditDoctor(db, user.id, 'signed_up')
          },
        },
      },
      session: {
        create: { after: (session) => auditDoctor(db, session.userId, 'signed_in') },
        delete: { after: (session) => cutSockets(env, db, { id: session.id, doctorId: session.userId }) },
      },
    },
    hooks: {
      // With verification required better-auth answers a taken address with an invented user; the spec wants to say so.
      before: createAuthMiddleware(async (context) => {
        if (context.path !== '/sign-up/email') return
        const email: unknown = context.body?.email
        if (typeof email === 'string' && (await emailTaken(db, email, Date.now())))
          throw new APIError('CONFLICT', errorBody('email_taken'))
      }),
    },
    advanced: {
      // The prefix carries `__Host-`; better-auth's own `__Secure-` would stand before it.
      useSecureCookies: false,
      cookiePrefix: '__Host-relato',
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: [bearer({ requireSignature: true })],
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

async function auditDoctor(db: Database, doctorId: string, action: 'signed_in' | 'signed_up'): Promise<void> {
  await writeAudit(db, [{ at: Date.now(), doctorId, action, subject: 'doctor', subjectId: doctorId, requestId: null }])
}

const instances = new WeakMap<D1Database, ReturnType<typeof createAuth>>()

/** One instance for each isolate: building it costs more than a request. */
export function authOf(env: Env) {
  let auth = instances.get(env.DB)
  if (!auth) {
    auth = createAuth(env, openDatabase(env.DB))
    instances.set(env.DB, auth)
  }
  return auth
}
