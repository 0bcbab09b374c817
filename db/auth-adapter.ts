import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Database } from './client.ts'
import { account, rateLimit, session, user, verification } from './schema/auth.ts'

/** How better-auth reaches its tables. */
export const authAdapter = (db: Database) =>
  drizzleAdapter(db, { provider: 'sqlite', schema: { user, session, account, verification, rateLimit } })
