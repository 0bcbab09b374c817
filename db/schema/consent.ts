import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'
import { consultations } from './consultation.ts'
import { medicalPatients } from './patient.ts'

/**
 * The patient's answers to the notice, append-only (triggers refuse update and delete). The last row of a consultation
 * counts; a revocation carries the answer it ends.
 */
export const consents = sqliteTable(
  'consents',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id),
    patient_id: text('patient_id')
      .notNull()
      .references(() => medicalPatients.id),
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    state: text('state', { enum: ['accepted', 'refused', 'revoked'] }).notNull(),
    notice_version: text('notice_version').notNull(),
    /** Hash of the exact words: domain/consent/notice.ts. */
    notice_sha256: text('notice_sha256').notNull(),
    /** JSON {ai, recording, telemedicine?}. */
    answers: text('answers').notNull(),
    answered_at: integer('answered_at').notNull(),
    revoked_at: integer('revoked_at'),
    /** JSON list of {take, samples}: unsent audio that a device threw away. */
    discarded: text('discarded').notNull().default('[]'),
    /** When the row was written: a revocation may have waited for a connection. */
    created_at: integer('created_at').notNull(),
  },
  (t) => [
    index('consents_of_consultation').on(t.consultation_id, t.seq),
    index('consents_of_doctor').on(t.doctor_id, t.created_at),
    index('consents_of_patient').on(t.patient_id),
  ],
)
