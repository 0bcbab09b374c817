import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Patients whose records the retention job deletes, append-only: without a row the triggers delete nothing. */
export const recordRemovals = sqliteTable(
  'record_removals',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id').notNull(),
    patient_id: text('patient_id').notNull(),
    /** All entries of that patient are older. */
    before: integer('before').notNull(),
    removed_at: integer('removed_at').notNull(),
  },
  (t) => [index('removals_of_patient').on(t.patient_id)],
)
