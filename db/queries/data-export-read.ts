import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod/mini'
import type { AccessRow, AccountFile } from '#domain/data-export/account-file.ts'
import { exportedTables as shapes } from '#domain/data-export/tables.ts'
import { listed } from '../batch.ts'
import type { Database } from '../client.ts'
import { profiles } from '../schema/account.ts'
import { auditLog } from '../schema/audit.ts'
import { account, secondFactors, session, user } from '../schema/auth.ts'
import { consents } from '../schema/consent.ts'
import { consultations, transcriptEntries } from '../schema/consultation.ts'
import { copyProfiles } from '../schema/copy-profile.ts'
import { correctedWords } from '../schema/corrected-word.ts'
import { documentSignatures, documents } from '../schema/document.ts'
import { exports } from '../schema/export.ts'
import { deliveries, integrations } from '../schema/integration.ts'
import { logos } from '../schema/logo.ts'
import { mails } from '../schema/mail.ts'
import { ownWritings } from '../schema/own-writing.ts'
import { medicalPatients } from '../schema/patient.ts'
import { patientFacts } from '../schema/patient-fact.ts'
import { patientPages } from '../schema/patient-page.ts'
import { recordAddenda, recordSections, records, recordVersions } from '../schema/record.ts'
import { stripeCustomers, userSubscriptions } from '../schema/subscription.ts'
import { exportedColumns, toExportedRows } from './data-export-columns.ts'

/** Whose data to export; `until`: rows created later are not included, in ms. */
export type Scope = { doctorId: string; patientId: string | null; until: number }
/** A position in the export: a patient's consultation, or a patient without consultations. */
export type Place = { created: number; patient: string; start: number; consultation: string }

const patientsOf = ({ doctorId, patientId, until }: Scope) =>
  and(
    eq(medicalPatients.doctor_id, doctorId),
    patientId === null ? undefined : eq(medicalPatients.id, patientId),
    lte(medicalPatients.created_at, until),
  )

/** The next places in an order that no change affects: by the patient's registration, then by the consultation. */
export async function listPlacesAfter(
  db: Database,
  scope: Scope,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const place = {
    created: medicalPatients.created_at,
    patient: medicalPatients.id,
    start: sql<number>`coalesce(${consultations.start_time}, 0)`.as('start'),
    consultation: sql<string>`coalesce(${consultations.id}, '')`.as('consultation'),
  }
  const further = after
    ? sql`(${medicalPatients.created_at}, ${medicalPatients.id}, coalesce(${consultations.start_time}, 0), coalesce(${consultations.id}, ''))
        > (${after.created}, ${after.patient}, ${after.start}, ${after.consultation})`
    : undefined
  return db
    .select(place)
    .from(medicalPatients)
    .leftJoin(
      consultations,
      and(
        eq(consultations.patient_id, medicalPatients.id),
        eq(consultations.doctor_id, scope.doctorId),
        lte(consultations.start_time, scope.until),
      ),
    )
    .where(and(patientsOf(scope), further))
    .orderBy(asc(medicalPatients.created_at), asc(medicalPatients.id), asc(sql`start`), asc(sql`consultation`))
    .limit(limit)
}

/** The number of consultations that an export contains. */
export const countConsultations = (db: Database, { doctorId, patientId, until }: Scope): Promise<number> =>
  db.$count(
    consultations,
    and(
      eq(consultations.doctor_id, doctorId),
      patientId === null ? undefined : eq(consultations.patient_id, patientId),
      lte(consultations.start_time, until),
    ),
  )

type Owned = SQLiteTable & { doctor_id: AnySQLiteColumn }
const select = (db: Database, table: SQLiteTable, shape: z.ZodMiniObject, where: SQL | undefined, ...order: SQL[]) =>
  db
    .select(exportedColumns(table, shape))
    .from(table)
    .where(where)
    .orderBy(...order)
/** Selects the doctor's own rows of a table. */
const rowsOf = (db: Database, doctorId: string, table: Owned, shape: z.ZodMiniObject, where: SQL, ...order: SQL[]) =>
  select(db, table, shape, and(eq(table.doctor_id, doctorId), where), ...order)

/** The rows of these patients and of their lists, for an export. */
export async function readExportedPatients(db: Database, doctorId: string, ids: readonly string[]) {
  const all = listed(ids)
  const [rows, facts] = await db.batch([
    rowsOf(db, doctorId, medicalPatients, shapes.medical_patients, sql`id IN ${all}`),
    rowsOf(db, doctorId, patientFacts, shapes.patient_facts, sql`patient_id IN ${all}`, sql`added_at`, sql`id`),
  ])
  return {
    patients: toExportedRows(rows, shapes.medical_patients),
    facts: toExportedRows(facts, shapes.patient_facts),
  }
}

/** Consultations with everything that belongs to them. Runs one statement a table, however many ids. */
export async function readExportedConsultations(db: Database, doctorId: string, ids: readonly string[]) {
  const all = listed(ids)
  const of = (table: Owned, shape: z.ZodMiniObject, ...order: SQL[]) =>
    rowsOf(db, doctorId, table, shape, sql`consultation_id IN ${all}`, ...order)
  const [visits, entries, answers, recordRows, parts, versions, addenda, papers, pages, signed, pdfs] = await db.batch([
    rowsOf(db, doctorId, consultations, shapes.consultations, sql`id IN ${all}`, sql`start_time`, sql`id`),
    of(transcriptEntries, shapes.transcript_entries, sql`position`),
    of(consents, shapes.consents, sql`seq`),
    of(records, shapes.records),
    rowsOf(
      db,
      doctorId,
      recordSections,
      shapes.record_sections,
      sql`record_id IN (SELECT id FROM records WHERE doctor_id = ${doctorId} AND consultation_id IN ${all})`,
      sql`position`,
    ),
    of(recordVersions, shapes.record_versions, sql`version`),
    of(recordAddenda, shapes.record_addenda, sql`created_at`),
    of(documents, shapes.documents, sql`number`),
    of(patientPages, shapes.patient_pages, sql`created_at`, sql`id`),
    of(documentSignatures, shapes.document_signatures, sql`prepared_at`),
    of(exports, shapes.exports, sql`created_at`),
  ])
  return {
    consultations: toExportedRows(visits, shapes.consultations),
    entries: toExportedRows(entries, shapes.transcript_entries),
    consents: toExportedRows(answers, shapes.consents),
    records: toExportedRows(recordRows, shapes.records),
    sections: toExportedRows(parts, shapes.record_sections),
    versions: toExportedRows(versions, shapes.record_versions),
    addenda: toExportedRows(addenda, shapes.record_addenda),
    documents: toExportedRows(papers, shapes.documents),
    patientPages: toExportedRows(pages, shapes.patient_pages),
    signatures: toExportedRows(signed, shapes.document_signatures),
    pdfs: toExportedRows(pdfs, shapes.exports),
  }
}
export type LeavingConsultations = Awaited<ReturnType<typeof readExportedConsultations>>

/** The account data of perfil.json without the settings; null without an account. */
export async function readExportedAccount(
  db: Database,
  doctorId: string,
): Promise<Omit<AccountFile, 'format_version' | 'kind' | 'settings'> | null> {
  const own = (table: SQLiteTable, shape: z.ZodMiniObject, owner: AnySQLiteColumn, ...order: SQL[]) =>
    select(db, table, shape, eq(owner, doctorId), ...order)
  const [[who], [profile], signIn, sessions, [factor], [subscription], [customer], ...lists] = await db.batch([
    own(user, shapes.user, user.id),
    own(profiles, shapes.profiles, profiles.id),
    own(account, shapes.account, account.userId),
    own(session, shapes.session, session.userId),
    own(secondFactors, shapes.second_factors, secondFactors.doctor_id),
    own(userSubscriptions, shapes.user_subscriptions, userSubscriptions.user_id),
    own(stripeCustomers, shapes.stripe_customers, stripeCustomers.doctor_id),
    own(mails, shapes.mails, mails.doctor_id, asc(mails.created_at)),
    own(correctedWords, shapes.corrected_words, correctedWords.doctor_id, asc(correctedWords.corrected_at)),
    own(copyProfiles, shapes.copy_profiles, copyProfiles.doctor_id, asc(copyProfiles.created_at)),
    own(logos, shapes.logos, logos.doctor_id, asc(logos.created_at)),
    own(ownWritings, shapes.own_writings, ownWritings.doctor_id),
    own(integrations, shapes.integrations, integrations.doctor_id, asc(integrations.kind)),
    own(deliveries, shapes.deliveries, deliveries.doctor_id, asc(deliveries.created_at)),
  ])
  const [written, words, layouts, heads, [writing], addresses, sent] = lists
  const one = <T extends z.ZodMiniObject>(row: Record<string, unknown> | undefined, shape: T) =>
    row ? (toExportedRows([row], shape)[0] ?? null) : null
  const doctor = one(who, shapes.user)
  if (!doctor) return null
  return {
    user: doctor,
    profile: one(profile, shapes.profiles),
    sign_in: toExportedRows(signIn, shapes.account),
    sessions: toExportedRows(sessions, shapes.session),
    second_factor: one(factor, shapes.second_factors),
    subscription: one(subscription, shapes.user_subscriptions),
    stripe_customer: one(customer, shapes.stripe_customers),
    mails: toExportedRows(written, shapes.mails),
    corrected_words: toExportedRows(words, shapes.corrected_words),
    copy_profiles: toExportedRows(layouts, shapes.copy_profiles),
    logos: toExportedRows(heads, shapes.logos),
    own_writing: one(writing, shapes.own_writings),
    integrations: toExportedRows(addresses, shapes.integrations),
    deliveries: toExportedRows(sent, shapes.deliveries),
  }
}

/** A page of the doctor's audit log up to `until`, oldest first. */
export async function listAuditLogUntil(
  db: Database,
  { doctorId, until }: Scope,
  after: number,
  limit: number,
): Promise<AccessRow[]> {
  const page = and(eq(auditLog.doctor_id, doctorId), lte(auditLog.at, until), gt(auditLog.id, after))
  const rows = await select(db, auditLog, shapes.audit_log, page, asc(auditLog.id)).limit(limit)
  return toExportedRows(rows, shapes.audit_log)
}
