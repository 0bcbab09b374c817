import { eq, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { rateLimit } from '../schema/auth.ts'

/**
 * Counts one try of something that may be tried `max` times within `windowMs`; false when that is used up. Exact: one
 * statement, so tries that come together are each counted.
 */
export async function countAttempt(
  db: Database,
  key: string,
  { max, windowMs, now }: { max: number; windowMs: number; now: number },
): Promise<boolean> {
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
    .returning({ count: rateLimit.count })
  return (row?.count ?? 1) <= max
}

export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key))
}
