import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import { localDate } from '#domain/local-time.ts'
import { FACTS_MAX, type Fact, type FactKind, type FactSource, factKey, isCurrent } from '#domain/patient/fact.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { type Decided, type SignedNote, unansweredAllergies, type WrittenContext } from '#domain/patient/proposals.ts'
import type { DatedAllergy } from '#domain/record/safety/noted.ts'
import type { KnownAllergies } from '#domain/record/safety/on-list.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { medicalPatients } from '../schema/patient.ts'
import { patientFacts } from '../schema/patient-fact.ts'
import { recordSections, records } from '../schema/record.ts'
import { type AuditedRequest, auditInsertWhen } from './audit.ts'

type FactRow = typeof patientFacts.$inferSelect

/** Signed records and contexts that proposals are read from, the newest first. */
const NOTES_READ = 5
const CONTEXTS_READ = 10
/** Different sentences about allergies and the past, of all signed records. Those of 'Alergias' come first. */
const ALLERGY_SENTENCES_READ = 5_000

const ownFacts = (doctorId: string, patientId: string) =>
  and(eq(patientFacts.patient_id, patientId), eq(patientFacts.doctor_id, doctorId))

/** All facts of the patient's lists, in the order they were added; empty for another doctor's patient. */
export const readFacts = (db: Database, doctorId: string, patientId: string): Promise<Fact[]> =>
  db
    .select()
    .from(patientFacts)
    .where(ownFacts(doctorId, patientId))
    .orderBy(asc(patientFacts.added_at), asc(patientFacts.id))
    .then((rows) => rows.flatMap(toFact))

/** Entries that a recogniser may get: more would not fit into its list of words. */
const TERM_FACTS = 40
/** Current entries of the lists of a consultation's patient: medicines first, then the newest. */
export const currentFactTexts = (db: Database, doctorId: string, consultationId: string): Promise<string[]> =>
  db
    .select({ text: patientFacts.text })
    .from(consultations)
    .innerJoin(
      patientFacts,
      and(eq(patientFacts.patient_id, consultations.patient_id), eq(patientFacts.doctor_id, doctorId)),
    )
    .where(
      and(
        sql`${consultations.id} = ${consultationId} AND ${consultations.doctor_id} = ${doctorId}`,
        sql`${patientFacts.added_at} IS NOT NULL AND ${patientFacts.ended_at} IS NULL`,
      ),
    )
    .orderBy(sql`${patientFacts.kind} = 'medicine' DESC`, desc(patientFacts.added_at), asc(patientFacts.id))
    .limit(TERM_FACTS)
    .then((rows) => rows.map(({ text }) => text))

export type MemoryRows = {
  facts: Fact[]
  decided: Decided[]
  notes: SignedNote[]
  /** [SF25] The sentences of all signed records that may name an allergy: the newest of the same words, a note each. */
  allergyNotes: SignedNote[]
  contexts: WrittenContext[]
}

/** The patient's lists, the last signed records and the contexts. Null when there is no such patient. */
export async function readMemory(db: Database, doctorId: string, patientId: string): Promise<MemoryRows | null> {
  const visitsOf = and(eq(consultations.patient_id, patientId), eq(consultations.doctor_id, doctorId))
  const [[patient], rows, signed, visits, allergies] = await db.batch([
    db
      .select({ context: medicalPatients.observacoes_gerais })
      .from(medicalPatients)
      .where(and(eq(medicalPatients.id, patientId), eq(medicalPatients.doctor_id, doctorId))),
    db
      .select()
      .from(patientFacts)
      .where(ownFacts(doctorId, patientId))
      .orderBy(asc(patientFacts.added_at), asc(patientFacts.id)),
    db
      .select({
        consultation_id: records.consultation_id,
        revision: records.revision,
        signed_at: sql<number>`${records.signed_at}`,
        started_at: consultations.start_time,
        sections: sql<string>`(SELECT json_group_array(json_object('key', key, 'canonical', canonical,
          'sentences', json(sentences))) FROM (SELECT * FROM record_sections
          WHERE record_sections.record_id = records.id ORDER BY position))`,
      })
      .from(records)
      .innerJoin(consultations, eq(consultations.id, records.consultation_id))
      .where(and(visitsOf, eq(records.doctor_id, doctorId), sql`${records.signed_at} IS NOT NULL`))
      .orderBy(desc(records.signed_at), desc(records.id))
      .limit(NOTES_READ),
    db
      .select({ consultation_id: consultations.id, text: consultations.clinical_context })
      .from(consultations)
      .where(and(visitsOf, eq(consultations.status, 'completed')))
      .orderBy(desc(consultations.start_time), desc(consultations.id))
      .limit(CONTEXTS_READ),
    allergySentences(db, doctorId, patientId),
  ])
  if (!patient) return null
  return {
    facts: rows.flatMap(toFact),
    decided: rows.map(toDecided),
    notes: signed.map((row) => ({ ...row, sections: JSON.parse(row.sections) as SignedNote['sections'] })),
    allergyNotes: allergies.map(({ key, canonical, sentence, ...row }) => ({
      ...row,
      sections: [{ key, canonical, sentences: [JSON.parse(sentence) as SignedNote['sections'][0]['sentences'][0]] }],
    })),
    contexts: differentTexts([{ consultation_id: null, text: patient.context }, ...visits]),
  }
}

/** The query for each sentence once: the maximum of `signed_at` also chooses the row of the other columns. */
const allergySentences = (db: Database, doctorId: string, patientId: string) =>
  db
    .select({
      consultation_id: records.consultation_id,
      revision: records.revision,
      signed_at: sql<number>`max(${records.signed_at})`.as('last_signed_at'),
      started_at: consultations.start_time,
      key: recordSections.key,
      canonical: sql<SignedNote['sections'][0]['canonical']>`${recordSections.canonical}`.as('canonical'),
      sentence: sql<string>`one.value`,
    })
    .from(consultations)
    .innerJoin(records, and(eq(records.consultation_id, consultations.id), eq(records.doctor_id, doctorId)))
    .innerJoin(recordSections, eq(recordSections.record_id, records.id))
    .innerJoin(sql`json_each(record_sections.sentences) AS one`, sql`true`)
    .where(
      and(
        sql`${consultations.patient_id} = ${patientId} AND ${consultations.doctor_id} = ${doctorId}`,
        sql`${records.signed_at} IS NOT NULL`,
        sql`(${recordSections.key} = 'alergias' OR ${recordSections.canonical} = 'hpp')`,
      ),
    )
    .groupBy(sql`${recordSections.key} = 'alergias', one.value ->> 'text'`)
    .orderBy(sql`${recordSections.key} = 'alergias' DESC, last_signed_at DESC`)
    .limit(ALLERGY_SENTENCES_READ)

function differentTexts(contexts: readonly WrittenContext[]): WrittenContext[] {
  const usable = contexts.map(({ text, ...rest }) => ({ ...rest, text: usableContext(text) }))
  return [...new Map(usable.filter(({ text }) => text).map((one) => [one.text, one])).values()]
}

const toFact = (row: FactRow): Fact[] =>
  row.added_at === null
    ? []
    : [
        {
          ...{ id: row.id, kind: row.kind, text: row.text, added_at: row.added_at },
          source: row.source === null ? null : (JSON.parse(row.source) as FactSource),
          ...{ ended_at: row.ended_at, end_reason: row.end_reason },
        },
      ]

function toDecided({ kind, text, ended_at, dismissed_at }: FactRow): Decided {
  if (ended_at !== null) return { kind, text, settled: 'ended', settled_at: ended_at }
  return { kind, text, settled: dismissed_at === null ? 'current' : 'dismissed', settled_at: dismissed_at ?? 0 }
}

/** The query for the current allergies of a patient's list, with the doctor's time zone. `patient`: an id, or SQL for one. */
export const currentAllergies = (db: Database, doctorId: string, patient: string | SQL) =>
  db
    .select({
      text: patientFacts.text,
      at: sql<number>`${patientFacts.added_at}`.as('at'),
      zone: sql<string | null>`(SELECT time_zone FROM profiles WHERE profiles.id = ${doctorId})`.as('zone'),
    })
    .from(patientFacts)
    .where(
      and(
        sql`${patientFacts.patient_id} = ${patient}`,
        eq(patientFacts.doctor_id, doctorId),
        eq(patientFacts.kind, 'allergy'),
        sql`${patientFacts.added_at} IS NOT NULL AND ${patientFacts.ended_at} IS NULL`,
      ),
    )
    .orderBy(asc(patientFacts.added_at), asc(patientFacts.id))

/** The allergies of a patient: those of the list, and those of signed records that the doctor has not answered. */
export async function knownAllergies(
  db: Database,
  doctorId: string,
  patientId: string,
  timeZone: string,
): Promise<KnownAllergies> {
  const memory = await readMemory(db, doctorId, patientId)
  if (memory === null) return { listed: [], unanswered: [] }
  const { facts, allergyNotes, decided } = memory
  return {
    listed: facts
      .filter((fact) => fact.kind === 'allergy' && isCurrent(fact))
      .map(({ text, added_at }) => ({ text, day: localDate(added_at, timeZone) })),
    unanswered: unansweredAllergies(allergyNotes, decided).flatMap(({ text, source }) =>
      source.kind === 'record' ? [{ text, day: localDate(source.signed_at, timeZone) }] : [],
    ),
  }
}

/** The rows of `currentAllergies`, each with the day on which it came into the list. */
export const datedAllergies = (rows: Awaited<ReturnType<typeof currentAllergies>>): DatedAllergy[] =>
  rows.map(({ text, at, zone }) => ({ text, day: localDate(at, zone ?? TIME_ZONE) }))

export const listedAllergies = async (db: Database, doctorId: string, patientId: string): Promise<DatedAllergy[]> =>
  datedAllergies(await currentAllergies(db, doctorId, patientId))

export type NewFact = {
  kind: FactKind
  text: string
  source: FactSource | null
  accepted: boolean
  /** The facts that an accepted one ends, with the reason. */
  ends?: { ids: readonly string[]; reason: string }
}

/**
 * Adds a fact, or stores that a proposal was dismissed. A current one with the same text stays as it is. Ends the facts
 * that it replaces in the same transaction, as far as they are current. Returns null, or why nothing was written:
 * patient_not_found, patient_archived, facts_full.
 */
export async function writeFact(
  db: Database,
  { doctorId, patientId }: { doctorId: string; patientId: string },
  { kind, text, source, accepted, ends }: NewFact,
  request: AuditedRequest,
): Promise<ErrorCode | null> {
  const { now } = request
  const key = factKey(text)
  const open = sql`FROM medical_patients AS one WHERE one.id = ${patientId} AND one.doctor_id = ${doctorId}
    AND one.archived_at IS NULL AND (SELECT count(*) FROM patient_facts WHERE patient_id = one.id) < ${FACTS_MAX}`
  const [added, dismissed] = accepted ? [now, null] : [null, now]
  const action = accepted ? 'patient_fact_added' : 'patient_fact_dismissed'
  const row = { at: now, doctorId, action, subject: 'patient', subjectId: patientId } as const
  const isListed = sql`EXISTS (SELECT 1 FROM patient_facts WHERE patient_id = ${patientId} AND kind = ${kind}
    AND key = ${key} AND added_at IS NOT NULL AND ended_at IS NULL)`
  const [logged] = await writeAll(db, [
    auditInsertWhen({ ...row, requestId: request.requestId, from: request.from }, open),
    sql`INSERT INTO patient_facts (id, doctor_id, patient_id, kind, text, key, source, added_at, dismissed_at)
      SELECT ${crypto.randomUUID()}, ${doctorId}, one.id, ${kind}, ${text}, ${key},
        ${source && JSON.stringify(source)}, ${added}, ${dismissed} ${open}
      ON CONFLICT (patient_id, kind, key) WHERE ended_at IS NULL
      DO UPDATE SET text = excluded.text, source = excluded.source, added_at = excluded.added_at, dismissed_at = NULL
      WHERE added_at IS NULL AND excluded.added_at IS NOT NULL`,
    ...(ends?.ids.flatMap((id) => endings({ doctorId, patientId, id }, ends.reason, request, isListed)) ?? []),
    touch(doctorId, patientId, now),
  ])
  return hasWritten(logged) ? null : findReason(db, doctorId, patientId)
}

/** A change of the lists is one of the patient: it counts for the twenty years. */
const touch = (doctorId: string, patientId: string, now: number) =>
  sql`UPDATE medical_patients SET updated_at = ${now}
    WHERE id = ${patientId} AND doctor_id = ${doctorId} AND archived_at IS NULL`

type FactScope = { doctorId: string; patientId: string; id: string }

/** Ends a current fact. Returns null, or why not: fact_not_found, patient_archived, patient_not_found. */
export async function endFact(
  db: Database,
  scope: FactScope,
  reason: string,
  request: AuditedRequest,
): Promise<ErrorCode | null> {
  const { doctorId, patientId } = scope
  const [logged] = await writeAll(db, [...endings(scope, reason, request), touch(doctorId, patientId, request.now)])
  return hasWritten(logged) ? null : findReason(db, doctorId, patientId, 'fact_not_found')
}

/** Statements that log and end a fact, if it is current and `when` holds. */
function endings(
  { doctorId, patientId, id }: FactScope,
  reason: string,
  { now, ...request }: AuditedRequest,
  when = sql`TRUE`,
): [SQL, SQL] {
  const current = sql`EXISTS (SELECT 1 FROM patient_facts AS one JOIN medical_patients AS who ON who.id = one.patient_id
    WHERE one.id = ${id} AND one.patient_id = ${patientId} AND one.doctor_id = ${doctorId} AND who.archived_at IS NULL
      AND one.added_at IS NOT NULL AND one.ended_at IS NULL) AND ${when}`
  const row = { at: now, doctorId, action: 'patient_fact_ended', subject: 'patient', subjectId: patientId } as const
  return [
    auditInsertWhen({ ...row, ...request }, sql`WHERE ${current}`),
    sql`UPDATE patient_facts SET ended_at = ${now}, end_reason = ${reason || null} WHERE id = ${id} AND ${current}`,
  ]
}

async function findReason(
  db: Database,
  doctorId: string,
  patientId: string,
  otherwise: ErrorCode = 'facts_full',
): Promise<ErrorCode> {
  const [row] = await db
    .select({ archivedAt: medicalPatients.archived_at })
    .from(medicalPatients)
    .where(and(eq(medicalPatients.id, patientId), eq(medicalPatients.doctor_id, doctorId)))
  if (!row) return 'patient_not_found'
  return row.archivedAt === null ? otherwise : 'patient_archived'
}
