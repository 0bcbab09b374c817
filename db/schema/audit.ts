import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who did what to whose data: ids only, append-only (triggers refuse update and delete). */
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
  },
  (t) => [index('audit_of_doctor').on(t.doctor_id, t.at), index('audit_of_subject').on(t.subject_id)],
)
