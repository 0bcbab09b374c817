import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { consultations } from './consultation.ts'

/** A PDF that was asked for; the file lies in R2 under `file_key` once ready. */
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
  },
  (t) => [index('exports_of_consultation').on(t.consultation_id)],
)
