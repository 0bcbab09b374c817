import { and, eq, inArray } from 'drizzle-orm'
import { sessionEnd } from '#domain/account/session.ts'
import type { Database } from '../client.ts'
import { profiles } from '../schema/account.ts'
import { session, user } from '../schema/auth.ts'
import { shownProfile } from './account.ts'

/** Reads a session with its doctor in one statement: every signed-in call begins with it. */
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
        disabledAt: user.disabledAt,
      },
      profile: shownProfile,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(profiles, eq(profiles.id, session.userId))
    .where(eq(session.token, token))
  return row ?? null
}
export type ValidSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The end of each of the doctor's live sessions among these ids, in ms. */
export async function findSessionEnds(
  db: Database,
  doctorId: string,
  ids: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt })
    .from(session)
    .where(and(eq(session.userId, doctorId), inArray(session.id, [...ids])))
  const ends = rows.map((row) => [row.id, sessionEnd(row.createdAt.getTime(), row.expiresAt.getTime())] as const)
  return new Map(ends.filter(([, end]) => end > now))
}
