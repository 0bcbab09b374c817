import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { consultations } from './consultation.ts'

/** A requested PDF; once ready, the file is in R2 under `file_key`. */
export const exports = sqliteTable(
  'exports',
  {
    id: text('id').primaryKey(),
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    doctor_id: text('doctor_id').notNull(),
    job_id: text('job_id').notNull(),
    file_key: text('file_key'),
    bytes: integer('bytes'),
    created_at: integer('created_at').notNull(),
    /** When the file was deleted; a new export can make it again. */
    expired_at: integer('expired_at'),
  },
  (t) => [
    index('exports_of_consultation').on(t.consultation_id),
    index('exports_kept').on(t.created_at).where(sql`expired_at IS NULL`),
    index('exports_over').on(t.expired_at).where(sql`expired_at IS NOT NULL`),
  ],
)
