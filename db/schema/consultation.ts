import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'
import { medicalPatients } from './patient.ts'

export const consultations = sqliteTable(
  'consultations',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id),
    patient_id: text('patient_id')
      .notNull()
      .references(() => medicalPatients.id),
    /** The name at the time of the consultation: for display and search in the history. */
    patient_name: text('patient_name').notNull(),
    /** Normalised name and context, for the search of the history. */
    search_text: text('search_text').notNull(),
    /** Triggers copy them from the record (migrations/0030): its complaint, its diagnoses or hypothesis, its words once. */
    complaint: text('complaint').notNull().default(''),
    hypothesis: text('hypothesis').notNull().default(''),
    note_words: text('note_words').notNull().default(''),
    consultation_type: text('consultation_type', { enum: ['presencial', 'telemedicina'] }).notNull(),
    clinical_context: text('clinical_context').notNull(),
    status: text('status', { enum: ['active', 'completed'] }).notNull(),
    start_time: integer('start_time').notNull(),
    end_time: integer('end_time'),
    duration: integer('duration'),
    entry_count: integer('entry_count').notNull().default(0),
    /** JSON list of {take, start_ms, end_ms, reason}. */
    gaps: text('gaps').notNull().default('[]'),
    specialty: text('specialty'),
    /** The demonstration recogniser wrote the transcript: every screen and file made from it says so. */
    demonstration: integer('demonstration', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('consultations_by_end').on(t.doctor_id, t.status, t.end_time, t.id),
    index('consultations_by_start').on(t.doctor_id, t.start_time),
    index('consultations_open').on(t.doctor_id, t.status, t.start_time),
    index('consultations_of_patient').on(t.patient_id, t.status, t.end_time),
    index('consultations_left_open').on(t.start_time).where(sql`status = 'active'`),
    index('consultations_to_key').on(t.id).where(sql`search_text GLOB '*[´\`ʹ-ʼ′‐-‛−－＇]*'`),
  ],
)

export const transcriptEntries = sqliteTable(
  'transcript_entries',
  {
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    id: text('id').notNull(),
    doctor_id: text('doctor_id').notNull(),
    position: integer('position').notNull(),
    text: text('text').notNull(),
    /** The words before any correction, if they differ from `text`: the recogniser's, or those typed. */
    original: text('original'),
    timestamp: integer('timestamp').notNull(),
    speaker: text('speaker', { enum: ['doctor', 'patient'] }),
    speaker_origin: text('speaker_origin', { enum: ['guess', 'firm', 'hand'] }),
    /** JSON {session, number} of the anonymous voice; numbers restart with each engine session. */
    voice: text('voice'),
    start_ms: integer('start_ms').notNull(),
    end_ms: integer('end_ms').notNull(),
    confidence: real('confidence'),
    /** JSON list of words with their times, only in lines completed before 2026-11-23. Later ones stay in the room. */
    words: text('words'),
  },
  (t) => [
    primaryKey({ columns: [t.consultation_id, t.id] }),
    index('entries_in_order').on(t.consultation_id, t.position),
  ],
)
