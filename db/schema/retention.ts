import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Whose records the retention job lets go of, append-only: without such a row nothing that the law keeps may go. */
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
