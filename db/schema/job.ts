import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { jobKinds } from '#domain/jobs.ts'

export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: jobKinds }).notNull(),
    /** Null: a mail that belongs to no account. */
    doctor_id: text('doctor_id'),
    /** The subject of the job: the consultation, or the row of the mail. */
    subject_id: text('subject_id').notNull(),
    /** JSON of ids and choices (specialty, export id); never patient text. */
    input: text('input').notNull(),
    status: text('status', { enum: ['queued', 'running', 'completed', 'failed'] }).notNull(),
    step: text('step'),
    /** Code of the error table, when failed. */
    error: text('error'),
    attempts: integer('attempts').notNull().default(0),
    /** How many attempts ended without a result because their worker died. */
    deaths: integer('deaths').notNull().default(0),
    /** A running job whose lease has passed may be claimed again. */
    lease_until: integer('lease_until'),
    created_at: integer('created_at').notNull(),
    updated_at: integer('updated_at').notNull(),
  },
  (t) => [
    index('jobs_by_status').on(t.status, t.updated_at),
    index('jobs_of_subject').on(t.subject_id, t.kind, t.created_at),
    index('jobs_of_doctor').on(t.doctor_id, t.status),
  ],
)
