import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Messages that visitors wrote to us. They belong to no account: a visitor has none. */
export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    specialty: text('specialty'),
    message: text('message').notNull(),
    created_at: integer('created_at').notNull(),
  },
  (t) => [index('contact_by_time').on(t.created_at)],
)
