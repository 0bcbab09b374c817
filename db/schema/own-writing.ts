import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** How a doctor writes: own templates, style, shortcuts and preferred words. It holds no data of a patient. */
export const ownWritings = sqliteTable('own_writings', {
  doctor_id: text('doctor_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** JSON of domain/record/writing: at most 45,000 characters. */
  writing: text('writing').notNull(),
  updated_at: integer('updated_at').notNull(),
})
