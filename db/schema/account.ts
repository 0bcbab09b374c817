import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** The doctor's professional profile; its id is the user's. */
export const profiles = sqliteTable('profiles', {
  id: text('id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  full_name: text('full_name').notNull(),
  crm: text('crm'),
  specialty: text('specialty'),
  phone: text('phone'),
  /** Of an erased account with records: who answers for them. Until then the address is the user's. */
  kept_email: text('kept_email'),
  created_at: integer('created_at').notNull(),
  updated_at: integer('updated_at').notNull(),
})
