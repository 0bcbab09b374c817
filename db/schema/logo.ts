import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** Logos of a doctor's letterhead: the one in use, and those that issued documents were printed with. */
export const logos = sqliteTable(
  'logos',
  {
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The hash of the JPEG's bytes; issued documents name it. */
    sha256: text('sha256').notNull(),
    /** base64. */
    jpeg: text('jpeg').notNull(),
    created_at: integer('created_at').notNull(),
    /** Null for the one in use. */
    removed_at: integer('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.doctor_id, t.sha256] }),
    uniqueIndex('logo_in_use').on(t.doctor_id).where(sql`${t.removed_at} IS NULL`),
  ],
)
