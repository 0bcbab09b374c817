import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { consultations } from './consultation.ts'

/** The structured record, at most one per consultation. A new structuring keeps the old one as a version. */
export const records = sqliteTable(
  'records',
  {
    id: text('id').primaryKey(),
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    doctor_id: text('doctor_id').notNull(),
    specialty: text('specialty').notNull(),
    /** The job that made it: a job delivered twice makes one record. A record that the doctor wrote has its own id. */
    job_id: text('job_id').notNull(),
    processing_time_ms: integer('processing_time_ms').notNull(),
    warnings: text('warnings').notNull(),
    /** JSON: name, model and version of the structurer, for the line on the use of AI; 'null' if the doctor wrote it. */
    structurer: text('structurer').notNull(),
    created_at: integer('created_at').notNull(),
    updated_at: integer('updated_at').notNull(),
    /** Grows with every change: a save or signature names the revision the doctor saw. */
    revision: integer('revision').notNull().default(1),
    /** JSON lists of domain/record: flags of the whole, offers found in the consultation, coded diagnoses. */
    alerts: text('alerts').notNull().default('[]'),
    omissions: text('omissions').notNull().default('[]'),
    diagnoses: text('diagnoses').notNull().default('[]'),
    /** The whole as one text, if the doctor edited it. */
    unified_text: text('unified_text'),
    /** When the doctor saved it to the history. */
    saved_at: integer('saved_at'),
    signed_at: integer('signed_at'),
    /** JSON of the signature, and the exact text whose sha256 it carries. */
    signature: text('signature'),
    signed_content: text('signed_content'),
  },
  (t) => [uniqueIndex('one_record').on(t.consultation_id), index('records_of_doctor').on(t.doctor_id, t.created_at)],
)

export const recordSections = sqliteTable(
  'record_sections',
  {
    id: text('id').primaryKey(),
    record_id: text('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    doctor_id: text('doctor_id').notNull(),
    key: text('key').notNull(),
    canonical: text('canonical').notNull(),
    title: text('title').notNull(),
    position: integer('position').notNull(),
    content: text('content').notNull(),
    original_content: text('original_content').notNull(),
    confidence: text('confidence', { enum: ['high', 'medium', 'low'] }).notNull(),
    confidence_score: real('confidence_score').notNull(),
    suggestions: text('suggestions').notNull(),
    /** JSON list of sentences with their evidence, proof and flags. */
    sentences: text('sentences').notNull(),
  },
  (t) => [index('sections_in_order').on(t.record_id, t.position)],
)

/** The record before each change of a section or new structuring, append-only. */
export const recordVersions = sqliteTable(
  'record_versions',
  {
    record_id: text('record_id').notNull(),
    version: integer('version').notNull(),
    doctor_id: text('doctor_id').notNull(),
    consultation_id: text('consultation_id').notNull(),
    /** JSON of the whole record at that moment. */
    body: text('body').notNull(),
    replaced_at: integer('replaced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.record_id, t.version] }), index('versions_of_consultation').on(t.consultation_id)],
)

/** Addenda after the signature, append-only. */
export const recordAddenda = sqliteTable(
  'record_addenda',
  {
    id: text('id').primaryKey(),
    record_id: text('record_id')
      .notNull()
      .references(() => records.id),
    consultation_id: text('consultation_id').notNull(),
    doctor_id: text('doctor_id').notNull(),
    text: text('text').notNull(),
    doctor_name: text('doctor_name').notNull(),
    crm: text('crm').notNull(),
    sha256: text('sha256').notNull(),
    created_at: integer('created_at').notNull(),
  },
  (t) => [index('addenda_of_record').on(t.record_id, t.created_at)],
)
