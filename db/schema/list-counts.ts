import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The numbers of a doctor's patients and consultations, updated by triggers. No row: all zero. */
export const listCounts = sqliteTable('list_counts', {
  doctor_id: text('doctor_id').primaryKey(),
  patients: integer('patients').notNull(),
  archived: integer('archived').notNull(),
  /** Finished ones only. */
  consultations: integer('consultations').notNull(),
})
