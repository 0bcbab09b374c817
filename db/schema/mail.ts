import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The local outbox, read at /dev/inbox. Production has a real mailer and never writes here. */
export const outboxMail = sqliteTable(
  'outbox_mail',
  {
    id: text('id').primaryKey(),
    to: text('to').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    created_at: integer('created_at').notNull(),
  },
  (t) => [index('outbox_by_time').on(t.created_at)],
)
