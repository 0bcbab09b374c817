import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How many a doctor has, kept by triggers: a list says so without counting. No row: none of anything. */
export const listCounts = sqliteTable('list_counts', {
  doctor_id: text('doctor_id').primaryKey(),
  patients: integer('patients').notNull(),
  archived: integer('archived').notNull(),
  /** Finished ones alone. */
  consultations: integer('consultations').notNull(),
})
