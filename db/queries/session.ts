import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { profiles } from '../schema/account.ts'
import { session, user } from '../schema/auth.ts'
import { shownProfile } from './account.ts'

/** A session with whose it is, in one statement: every call of a signed-in doctor begins with it. */
export async function findSession(db: Database, token: string) {
  const [row] = await db
    .select({
      id: session.id,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
      user: {
        id: user.id,
        email: user.email,
        name: user.name,
        emailVerified: user.emailVerified,
        closedAt: user.closedAt,
      },
      profile: shownProfile,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(profiles, eq(profiles.id, session.userId))
    .where(eq(session.token, token))
    .limit(1)
  return row ?? null
}
export type StandingSession = NonNullable<Awaited<ReturnType<typeof findSession>>>
