import { lte } from 'drizzle-orm'
import type { ContactMessage } from '#domain/contact/contract.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { contactMessages } from '../schema/contact.ts'
import { mailInserts, type NewMail } from './mail.ts'

/** Stores a visitor's message and the notification mail to us, both or neither. */
export async function storeContact(
  db: Database,
  { name, email, specialty, message }: ContactMessage,
  mail: NewMail,
): Promise<void> {
  const { id, now } = mail
  await writeAll(db, [
    db.insert(contactMessages).values({ id, name, email, specialty, message, created_at: now }),
    ...mailInserts(mail),
  ])
}

/** Deletes the messages of visitors written before `until`. Returns the number deleted. */
export async function forgetContacts(db: Database, until: number): Promise<number> {
  const { meta } = await db.delete(contactMessages).where(lte(contactMessages.created_at, until))
  return meta.changes
}
