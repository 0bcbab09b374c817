import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { consultations } from './consultation.ts'

/** Summaries that doctors share with patients by a link. Triggers let nothing of them change but failures and withdrawal. */
export const patientPages = sqliteTable(
  'patient_pages',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id').notNull(),
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    /** Hash of the token in the link; the token itself is not stored. */
    token_sha256: text('token_sha256').notNull(),
    /** JSON of everything that the patient reads, in the spelling that sha256 covers. */
    content: text('content').notNull(),
    sha256: text('sha256').notNull(),
    created_at: integer('created_at').notNull(),
    expires_at: integer('expires_at').notNull(),
    /** Wrong birth dates; at five the link is locked for good. */
    failures: integer('failures').notNull(),
    withdrawn_at: integer('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('one_patient_page_token').on(t.token_sha256),
    index('patient_pages_of_consultation').on(t.consultation_id, t.created_at),
  ],
)
