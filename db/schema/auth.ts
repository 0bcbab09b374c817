import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** better-auth's tables, with its own names. */
const at = (name: string) => integer(name, { mode: 'timestamp_ms' })

export const user = sqliteTable(
  'user',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
    image: text('image'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When the doctor closed the account, and when its data was erased except what the law keeps. */
    closedAt: at('closed_at'),
    erasedAt: at('erased_at'),
    /** When an operator disabled the account: sign-ins are refused, and nothing is deleted. */
    disabledAt: at('disabled_at'),
  },
  (t) => [
    index('users_closed').on(t.closedAt).where(sql`closed_at IS NOT NULL AND erased_at IS NULL`),
    index('users_unproven').on(t.createdAt).where(sql`email_verified = 0 AND erased_at IS NULL`),
  ],
)

export const session = sqliteTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: at('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (t) => [index('session_user').on(t.userId), index('session_by_end').on(t.expiresAt)],
)

export const account = sqliteTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('account_user').on(t.userId)],
)

export const verification = sqliteTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('verification_identifier').on(t.identifier), index('verification_by_end').on(t.expiresAt)],
)

/** Counters of better-auth's own rate limiter. */
export const rateLimit = sqliteTable('rate_limit', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: integer('last_request').notNull(),
})

/** The authenticator app of a doctor. `enabled_at` null: not yet confirmed by one of its codes. */
export const secondFactors = sqliteTable('second_factors', {
  doctor_id: text('doctor_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** `KEY.CIPHER`: encrypted under the AUTH_SECRET of that mark. */
  secret: text('secret').notNull(),
  /** The last step of 30 seconds whose code was used: neither it nor an older one is accepted again. */
  last_step: integer('last_step').notNull().default(0),
  begun_at: integer('begun_at').notNull(),
  enabled_at: integer('enabled_at'),
})

/** The unused recovery codes, each as its HMAC under the app's secret. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    digest: text('digest').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (t) => [index('recovery_codes_doctor').on(t.doctor_id)],
)
