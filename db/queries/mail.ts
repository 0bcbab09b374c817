import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Mail } from '#domain/mail.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { mails, outboxMail } from '../schema/mail.ts'
import { type ClaimedJob, completion, stillMine } from './job.ts'

/** `doctorId`: the account it is about, or null. `once`: the key that allows only one such mail. `page`: the shared page in it. */
export type NewMail = {
  id: string
  doctorId: string | null
  once: string | null
  page?: string
  mail: Mail
  now: number
}

/**
 * The mail and the job that sends it, under one id, for a batch. Does nothing if a mail with its `once` key exists, or
 * if `when` is false.
 */
export const mailInserts = ({ id, doctorId, once, page, mail, now }: NewMail, when: SQL = sql`true`): SQL[] => [
  sql`INSERT INTO mails (id, doctor_id, once, "to", reply_to, kind, subject, text, html, created_at)
    SELECT ${id}, ${doctorId}, ${once}, ${mail.to}, ${mail.replyTo ?? null}, ${mail.kind}, ${mail.subject}, ${mail.text},
      ${mail.html}, ${now} WHERE ${when} ON CONFLICT DO NOTHING`,
  sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
    SELECT id, 'mail', doctor_id, id, ${JSON.stringify({ mail: mail.kind, page })}, 'queued', 0, ${now}, ${now} FROM mails WHERE id = ${id}`,
]

/** Queues a mail; false if one with its `once` key exists. */
export async function queueMail(db: Database, mail: NewMail): Promise<boolean> {
  const [inserted] = await writeAll(db, mailInserts(mail))
  return inserted?.meta.changes === 1
}

export type UnsentMail = Mail & { id: string }

/** The unsent mail; null if it was sent or given up, or its account erased. */
export async function readUnsent(db: Database, id: string): Promise<UnsentMail | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id)).limit(1)
  if (!row || row.text === null || row.html === null) return null
  const { to, kind, subject, text, html, reply_to } = row
  return { id, to, kind, subject, text, html, ...(reply_to !== null && { replyTo: reply_to }) }
}

/** Erases the text of a sent mail and completes its job. False when another worker has taken the job over. */
export async function markSent(db: Database, job: ClaimedJob, now: number): Promise<boolean> {
  const [sent] = await writeAll(db, [
    db
      .update(mails)
      .set({ text: null, html: null, sent_at: now })
      .where(and(eq(mails.id, job.subject_id), stillMine(job))),
    completion(db, job, now),
  ])
  return sent?.meta.changes === 1
}

export type StoredMail = typeof outboxMail.$inferSelect

/** Stores a mail in the local post office. */
export async function storeMail(db: Database, mail: StoredMail): Promise<void> {
  await db.insert(outboxMail).values(mail).onConflictDoNothing()
}

/** The mails of the local post office, newest first. */
export const latestMails = (db: Database, limit: number): Promise<StoredMail[]> =>
  db.select().from(outboxMail).orderBy(desc(outboxMail.created_at), desc(sql`rowid`)).limit(limit)
