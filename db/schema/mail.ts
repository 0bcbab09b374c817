import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mailKinds } from '#domain/mail.ts'
import { user } from './auth.ts'

/** Mails to send, each by a job. The text may hold a link that signs in: it is erased once sent or given up. */
export const mails = sqliteTable(
  'mails',
  {
    id: text('id').primaryKey(),
    /** The account the mail is about; null: no account. */
    doctor_id: text('doctor_id').references(() => user.id, { onDelete: 'cascade' }),
    /** The key that allows only one such mail, however often it is requested. */
    once: text('once').unique(),
    to: text('to').notNull(),
    reply_to: text('reply_to'),
    kind: text('kind', { enum: mailKinds }).notNull(),
    subject: text('subject').notNull(),
    text: text('text'),
    html: text('html'),
    created_at: integer('created_at').notNull(),
    sent_at: integer('sent_at'),
  },
  (t) => [index('mails_by_time').on(t.created_at), index('mails_of_doctor').on(t.doctor_id)],
)

/** The local post office, read at /dev/inbox. Production never writes here. */
export const outboxMail = sqliteTable(
  'outbox_mail',
  {
    id: text('id').primaryKey(),
    to: text('to').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    reply_to: text('reply_to'),
    html: text('html'),
    created_at: integer('created_at').notNull(),
  },
  (t) => [index('outbox_by_time').on(t.created_at)],
)
