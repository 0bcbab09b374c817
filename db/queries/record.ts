import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { usableContext } from '#domain/patient/patient.ts'
import { type Offer, omissionsOf } from '#domain/record/omissions/omissions.ts'
import { confidenceOf } from '#domain/record/proof/confidence.ts'
import type { Grounds } from '#domain/record/proof/prove.ts'
import { withSuggestions } from '#domain/record/proof/suggestions.ts'
import type {
  Addendum,
  Diagnosis,
  Flag,
  Section,
  Sentence,
  Signature,
  StructuredRecord,
  Structurer,
} from '#domain/record/record.ts'
import { withListed } from '#domain/record/safety/on-list.ts'
import { type ProofLines, proofLines } from '#domain/record/section.ts'
import type { SignedVisit } from '#domain/record/signing/signing.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { rawTranscription } from '#domain/transcript/transcript.ts'
import { listed } from '../batch.ts'
import type { Database } from '../client.ts'
import { consultations, transcriptEntries } from '../schema/consultation.ts'
import { recordAddenda, recordSections, records } from '../schema/record.ts'
import { currentAllergies, datedAllergies } from './patient-fact.ts'

type SectionRow = typeof recordSections.$inferSelect

function toSection(
  { record_id: _, doctor_id: __, position, ...row }: SectionRow,
  signed: boolean,
  lines: ProofLines,
): Section {
  const sentences = JSON.parse(row.sentences) as Sentence[]
  return {
    ...row,
    canonical: row.canonical as Section['canonical'],
    order: position,
    suggestions: JSON.parse(row.suggestions) as string[],
    editable: !signed,
    sentences,
    // A draft of before has the confidence of an older scale.
    ...(!signed && confidenceOf(sentences, lines)),
  }
}

const { id, text, doctor_name, crm, created_at, sha256 } = recordAddenda
const addendumColumns = { id, text, doctor_name, crm, created_at, sha256 }

const owned = (doctorId: string, consultationId: string) =>
  and(eq(records.consultation_id, consultationId), eq(records.doctor_id, doctorId))

export type StoredRecord = StructuredRecord & {
  record_id: string
  job_id: string
  signed_at: number | null
  /** The exact text whose sha256 the signature carries. */
  signed_content: string | null
}
/** The record with the transcript and visit it was made from. */
export type RecordWithGrounds = { record: StoredRecord; grounds: Grounds; visit: SignedVisit; offers: Offer[] }

/** Null when the doctor has no such record. */
export async function readRecordWithGrounds(
  db: Database,
  doctorId: string,
  consultationId: string,
): Promise<RecordWithGrounds | null> {
  const own = owned(doctorId, consultationId)
  const [[row], sections, entries, [consultation], addenda, allergies] = await db.batch([
    db.select().from(records).where(own),
    db
      .select()
      .from(recordSections)
      .where(inArray(recordSections.record_id, db.select({ id: records.id }).from(records).where(own)))
      .orderBy(asc(recordSections.position)),
    db
      .select({
        id: transcriptEntries.id,
        text: transcriptEntries.text,
        speaker: transcriptEntries.speaker,
        confidence: transcriptEntries.confidence,
      })
      .from(transcriptEntries)
      .where(and(eq(transcriptEntries.consultation_id, consultationId), eq(transcriptEntries.doctor_id, doctorId)))
      .orderBy(asc(transcriptEntries.position)),
    db
      .select({
        context: consultations.clinical_context,
        patient: { id: consultations.patient_id, name: consultations.patient_name },
        consultation: {
          id: consultations.id,
          type: consultations.consultation_type,
          start: consultations.start_time,
          end: consultations.end_time,
          demonstration: consultations.demonstration,
        },
      })
      .from(consultations)
      .where(and(eq(consultations.id, consultationId), eq(consultations.doctor_id, doctorId))),
    db
      .select(addendumColumns)
      .from(recordAddenda)
      .where(and(eq(recordAddenda.consultation_id, consultationId), eq(recordAddenda.doctor_id, doctorId)))
      .orderBy(asc(recordAddenda.created_at)),
    currentAllergies(db, doctorId, sql`(SELECT patient_id FROM consultations WHERE id = ${consultationId})`),
  ])
  if (!row || !consultation) return null
  const transcript = entries.map(({ id, text, speaker, confidence }) => ({
    id,
    text,
    isPartial: false,
    ...(speaker && { speaker }),
    ...(confidence !== null && { confidence }),
  }))
  const specialty = row.specialty as Specialty
  const listed = datedAllergies(allergies)
  const context = withListed(usableContext(consultation.context), listed)
  const grounds = { entries: transcript, context, listed, specialty }
  const lines = proofLines(transcript)
  const stored = sections.map((section) => toSection(section, row.signed_at !== null, lines))
  // Compares each section with the others again: one may now contain what another lacks.
  const shown = withSuggestions(specialty, stored, grounds)
  const offers = JSON.parse(row.omissions) as Offer[]
  return {
    grounds,
    offers,
    visit: { patient: consultation.patient, consultation: consultation.consultation },
    record: {
      record_id: row.id,
      job_id: row.job_id,
      signed_at: row.signed_at,
      signed_content: row.signed_content,
      consultation_id: row.consultation_id,
      specialty,
      sections: shown,
      processing_time_ms: row.processing_time_ms,
      warnings: JSON.parse(row.warnings) as string[],
      created_at: row.created_at,
      raw_transcription: rawTranscription(transcript),
      structurer: JSON.parse(row.structurer) as Structurer | null,
      revision: row.revision,
      alerts: JSON.parse(row.alerts) as Flag[],
      omissions: omissionsOf(grounds, shown, offers),
      diagnoses: JSON.parse(row.diagnoses) as Diagnosis[],
      unified_text: row.unified_text,
      saved_at: row.saved_at,
      signature: row.signature === null ? null : (JSON.parse(row.signature) as Signature),
      addenda: addenda satisfies Addendum[],
    },
  }
}

/** Null when the doctor has no such record. */
export const readRecord = async (db: Database, doctorId: string, consultationId: string) =>
  (await readRecordWithGrounds(db, doctorId, consultationId))?.record ?? null

/** The ids of the offers of the doctor's record that the doctor dismissed; empty without a record. */
export async function dismissedOffers(db: Database, doctorId: string, consultationId: string): Promise<Set<string>> {
  const [row] = await db.select({ offers: records.omissions }).from(records).where(owned(doctorId, consultationId))
  const offers = JSON.parse(row?.offers ?? '[]') as Offer[]
  return new Set(offers.filter(({ dismissed }) => dismissed).map(({ id }) => id))
}

/** Whether there is a record and whether it is signed, without reading its text. */
export async function recordState(
  db: Database,
  doctorId: string,
  consultationId: string,
): Promise<'none' | 'draft' | 'signed'> {
  const own = owned(doctorId, consultationId)
  const [row] = await db.select({ signed_at: records.signed_at }).from(records).where(own)
  if (!row) return 'none'
  return row.signed_at === null ? 'draft' : 'signed'
}

/** The patient's consultations with a signed record: the ids of the `max` newest, and how many there are. */
export async function signedConsultations(
  db: Database,
  doctorId: string,
  patientId: string,
  max: number,
): Promise<{ newest: string[]; count: number }> {
  const rows = await db
    .select({ id: consultations.id, count: sql<number>`count(*) OVER ()` })
    .from(records)
    .innerJoin(consultations, eq(consultations.id, records.consultation_id))
    .where(
      and(
        eq(consultations.doctor_id, doctorId),
        eq(consultations.patient_id, patientId),
        eq(records.doctor_id, doctorId),
        isNotNull(records.signed_at),
      ),
    )
    .orderBy(desc(consultations.start_time), desc(consultations.id))
    .limit(max)
  return { newest: rows.map((row) => row.id), count: rows[0]?.count ?? 0 }
}

/** The consultations of these sections, by section id, among the doctor's own records. */
export async function sectionConsultations(
  db: Database,
  doctorId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: recordSections.id, consultation: records.consultation_id })
    .from(recordSections)
    .innerJoin(records, eq(records.id, recordSections.record_id))
    .where(
      and(
        eq(recordSections.doctor_id, doctorId),
        eq(records.doctor_id, doctorId),
        inArray(recordSections.id, listed(ids)),
      ),
    )
  return new Map(rows.map((row) => [row.id, row.consultation]))
}
