import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** How a doctor's records are divided into the fields of another system. */
export const copyProfiles = sqliteTable(
  'copy_profiles',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    titles: integer('titles', { mode: 'boolean' }).notNull(),
    /** JSON: the fields in order, each with the parts that it holds. */
    fields: text('fields').notNull(),
    created_at: integer('created_at').notNull(),
    updated_at: integer('updated_at').notNull(),
  },
  (t) => [index('copy_profiles_of_doctor').on(t.doctor_id, t.created_at)],
)
