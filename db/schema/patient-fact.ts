import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { medicalPatients } from './patient.ts'

/** The lists of a patient between visits. A dismissed proposal is a row too, so that it is not offered again. */
export const patientFacts = sqliteTable(
  'patient_facts',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id').notNull(),
    patient_id: text('patient_id')
      .notNull()
      .references(() => medicalPatients.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['allergy', 'medicine', 'problem'] }).notNull(),
    text: text('text').notNull(),
    /** The text in lower case without accents: one current row for each. */
    key: text('key').notNull(),
    /** JSON: the signed sentence with its lines, or the clinical context. Null: the doctor typed it. */
    source: text('source'),
    /** Null: the doctor dismissed the proposal. */
    added_at: integer('added_at'),
    dismissed_at: integer('dismissed_at'),
    ended_at: integer('ended_at'),
    end_reason: text('end_reason'),
  },
  (t) => [
    uniqueIndex('one_current_fact').on(t.patient_id, t.kind, t.key).where(sql`ended_at IS NULL`),
    index('facts_of_patient').on(t.patient_id, t.added_at),
  ],
)
