import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Database } from './client.ts'
import { account, rateLimit, session, user, verification } from './schema/auth.ts'

/** The tables of better-auth. */
export const authAdapter = (db: Database) =>
  drizzleAdapter(db, { provider: 'sqlite', schema: { user, session, account, verification, rateLimit } })
