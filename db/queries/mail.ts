import { desc } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { outboxMail } from '../schema/mail.ts'

export type StoredMail = typeof outboxMail.$inferSelect

export async function storeMail(db: Database, mail: StoredMail): Promise<void> {
  await db.insert(outboxMail).values(mail).onConflictDoNothing()
}

export const latestMails = (db: Database, limit: number): Promise<StoredMail[]> =>
  db.select().from(outboxMail).orderBy(desc(outboxMail.created_at)).limit(limit)
