import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ListedPatient, Patient } from '#domain/patient/contract.ts'
import type { Identification, IdentificationChange } from '#domain/patient/identification.ts'
import { listedOf } from '#domain/patient/listed-patient.ts'
import { searchKey } from '#domain/text.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { medicalPatients as patients } from '../schema/patient.ts'

export type PatientRow = typeof patients.$inferSelect

const toPatient = (row: PatientRow): Patient => ({
  id: row.id,
  name: row.nome_completo,
  clinical_context: row.observacoes_gerais,
  created_at: row.created_at,
  updated_at: row.updated_at,
  user_id: row.doctor_id,
  consultation_count: row.total_consultas,
  last_consultation: row.last_consultation,
  archived: row.archived_at !== null,
  archived_at: row.archived_at,
  identification: {
    birth_date: row.data_nascimento,
    sex: row.sexo as Identification['sex'],
    mother_name: row.nome_mae,
    birthplace: row.naturalidade,
    address: row.endereco,
    cpf: row.cpf,
    phone: row.telefone,
  },
})

export const toListed = (row: PatientRow & { lastNote?: string | null }): ListedPatient =>
  listedOf(toPatient(row), row.lastNote || null)

/** Changes only the fields that the change names. */
const identificationColumns = (change: IdentificationChange) => ({
  ...(change.birth_date !== undefined && { data_nascimento: change.birth_date }),
  ...(change.sex !== undefined && { sexo: change.sex }),
  ...(change.mother_name !== undefined && { nome_mae: change.mother_name }),
  ...(change.birthplace !== undefined && { naturalidade: change.birthplace }),
  ...(change.address !== undefined && { endereco: change.address }),
  ...(change.cpf !== undefined && { cpf: change.cpf }),
  ...(change.phone !== undefined && { telefone: change.phone }),
})

const owned = (doctorId: string, id: string) => and(eq(patients.id, id), eq(patients.doctor_id, doctorId))

/** Null when it is not the doctor's. */
export async function findPatient(db: Database, doctorId: string, id: string): Promise<Patient | null> {
  const [row] = await db.select().from(patients).where(owned(doctorId, id)).limit(1)
  return row ? toPatient(row) : null
}

/** The patients of one doctor, archived or not: the scope that `patients_by_name` is made for. */
export const inScope = (doctorId: string, archived: boolean) =>
  and(eq(patients.doctor_id, doctorId), sql`(archived_at IS NOT NULL) = ${archived ? 1 : 0}`)

export type NewPatient = {
  id: string
  name: string
  context: string
  identification: IdentificationChange
  now: number
}

/** Creates a patient. Returns it with the doctor's other unarchived patients of this name, newest first. */
export async function createPatient(db: Database, doctorId: string, input: NewPatient) {
  const [[row], others] = await db.batch([
    db
      .insert(patients)
      .values({
        id: input.id,
        doctor_id: doctorId,
        nome_completo: input.name,
        nome_busca: searchKey(input.name),
        observacoes_gerais: input.context,
        ...identificationColumns(input.identification),
        created_at: input.now,
        updated_at: input.now,
      })
      .returning(),
    db
      .select()
      .from(patients)
      .where(
        and(
          inScope(doctorId, false),
          eq(patients.nome_busca, searchKey(input.name)),
          sql`${patients.id} <> ${input.id}`,
        ),
      )
      .orderBy(desc(patients.created_at))
      .limit(NAMESAKES),
  ])
  return { patient: toPatient(row as PatientRow), namesakes: others.map(toListed) }
}

/** More namesakes would not help in choosing. */
const NAMESAKES = 5

export type PatientChange = { name?: string; context?: string; identification?: IdentificationChange }

/** Updates a patient. Null when there is no such patient or it is archived, which makes it read-only. */
export async function updatePatient(
  db: Database,
  doctorId: string,
  id: string,
  change: PatientChange,
  now: number,
): Promise<Patient | null> {
  const [row] = await db
    .update(patients)
    .set({
      ...(change.name !== undefined && { nome_completo: change.name, nome_busca: searchKey(change.name) }),
      ...(change.context !== undefined && { observacoes_gerais: change.context }),
      ...(change.identification && identificationColumns(change.identification)),
      updated_at: now,
    })
    .where(and(owned(doctorId, id), isNull(patients.archived_at)))
    .returning()
  return row ? toPatient(row) : null
}

/** Takes a patient out of the archive. Null when there is no such patient. */
export async function restorePatient(
  db: Database,
  doctorId: string,
  id: string,
): Promise<{ patient: Patient; restored: boolean } | null> {
  const [rows, [row]] = await db.batch([
    db
      .update(patients)
      .set({ archived_at: null })
      .where(and(owned(doctorId, id), isNotNull(patients.archived_at)))
      .returning({ id: patients.id }),
    db.select().from(patients).where(owned(doctorId, id)),
  ])
  return row ? { patient: toPatient(row), restored: rows.length > 0 } : null
}

export type Removal = 'deleted' | 'archived' | 'open_consultation' | 'not_found'

/**
 * Deletes a patient without consultations, archives one with a finished consultation, refuses one with an open one. One
 * transaction: a consultation that starts meanwhile comes wholly before or after it.
 */
export async function removePatient(db: Database, doctorId: string, id: string, now: number): Promise<Removal> {
  const any = sql`EXISTS (SELECT 1 FROM ${consultations} WHERE ${consultations.patient_id} = ${id})`
  const open = sql`EXISTS (SELECT 1 FROM ${consultations} WHERE ${consultations.patient_id} = ${id} AND ${consultations.status} = 'active')`
  const [archived, deleted, remaining] = await db.batch([
    db
      .update(patients)
      .set({ archived_at: now })
      .where(and(owned(doctorId, id), isNull(patients.archived_at), any, sql`NOT ${open}`))
      .returning({ id: patients.id }),
    db
      .delete(patients)
      .where(and(owned(doctorId, id), sql`NOT ${any}`))
      .returning({ id: patients.id }),
    db.select({ archivedAt: patients.archived_at }).from(patients).where(owned(doctorId, id)),
  ])
  if (deleted.length > 0) return 'deleted'
  if (archived.length > 0 || remaining[0]?.archivedAt) return 'archived'
  return remaining.length > 0 ? 'open_consultation' : 'not_found'
}
