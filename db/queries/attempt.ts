import { eq, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { rateLimit } from '../schema/auth.ts'

type Limit = { max: number; windowMs: number; now: number }

/** The longest allowed `windowMs`: a sweep deletes older counters (workers/auth/auth.ts). */
export const ATTEMPTS_KEPT_MS = 15 * 60_000

/** Counts one attempt; false when the attempts are used up. */
export const countAttempt = async (db: Database, key: string, limit: Limit): Promise<boolean> =>
  (await secondsToWait(db, key, limit)) === 0

/**
 * Counts one attempt, of which `max` are allowed within `windowMs`. Returns 0, or the seconds to wait before the next
 * one. One statement, so concurrent attempts are each counted.
 */
export async function secondsToWait(db: Database, key: string, { max, windowMs, now }: Limit): Promise<number> {
  const isOver = sql`${rateLimit.lastRequest} <= ${now - windowMs}`
  const [row] = await db
    .insert(rateLimit)
    .values({ id: crypto.randomUUID(), key, count: 1, lastRequest: now })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimit.count} + 1 END`,
        lastRequest: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${rateLimit.lastRequest} END`,
      },
    })
    .returning({ count: rateLimit.count, since: rateLimit.lastRequest })
  if (!row || row.count <= max) return 0
  return Math.max(1, Math.ceil((row.since + windowMs - now) / 1_000))
}

/** Takes back one counted attempt. */
export async function returnAttempt(db: Database, key: string): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`MAX(0, ${rateLimit.count} - 1)` })
    .where(eq(rateLimit.key, key))
}

/** Clears a counter. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key))
}
