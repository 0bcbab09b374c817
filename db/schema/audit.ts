import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The audit log: who did what to which data. Ids only, append-only (triggers refuse update and delete). */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    doctor_id: text('doctor_id').notNull(),
    action: text('action').notNull(),
    subject_kind: text('subject_kind').notNull(),
    subject_id: text('subject_id').notNull(),
    request_id: text('request_id'),
    /** The patient, if the data was one patient's. */
    patient_id: text('patient_id'),
    /** The origin: the browser's name, and the network without its last part. */
    device: text('device'),
    network: text('network'),
  },
  (t) => [index('audit_of_doctor').on(t.doctor_id, t.at), index('audit_of_subject').on(t.subject_id)],
)

/** The chain over each doctor's rows (domain/audit/chain.ts). Append-only, except for the time of its copy in R2. */
export const auditSeals = sqliteTable(
  'audit_seals',
  {
    doctor_id: text('doctor_id').notNull(),
    seq: integer('seq').notNull(),
    after_id: integer('after_id').notNull(),
    to_id: integer('to_id').notNull(),
    rows: integer('rows').notNull(),
    digest: text('digest').notNull(),
    previous: text('previous').notNull(),
    sealed_at: integer('sealed_at').notNull(),
    key_id: text('key_id').notNull(),
    mac: text('mac').notNull(),
    anchored_at: integer('anchored_at'),
  },
  (t) => [
    primaryKey({ columns: [t.doctor_id, t.seq] }),
    index('seals_in_order').on(t.to_id),
    index('seals_by_anchor').on(t.anchored_at),
  ],
)

/** Removals by the retention job, append-only: without such a row the triggers let no row of the log be deleted. */
export const auditRemovals = sqliteTable('audit_removals', {
  id: text('id').primaryKey(),
  doctor_id: text('doctor_id').notNull(),
  through_id: integer('through_id').notNull(),
  before: integer('before').notNull(),
  removed_at: integer('removed_at').notNull(),
})
