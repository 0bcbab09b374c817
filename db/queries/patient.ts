import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Patient } from '#domain/patient/contract.ts'
import { searchableName } from '#domain/patient/patient.ts'
import { plain } from '#domain/text.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { medicalPatients as patients } from '../schema/patient.ts'
import { cutPage, decodePlace } from './keyset.ts'

type PatientRow = typeof patients.$inferSelect

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
})

const owned = (doctorId: string, id: string) => and(eq(patients.id, id), eq(patients.doctor_id, doctorId))

export async function findPatient(db: Database, doctorId: string, id: string): Promise<Patient | null> {
  const [row] = await db.select().from(patients).where(owned(doctorId, id)).limit(1)
  return row ? toPatient(row) : null
}

export type PatientSearch = { query: string; archived: boolean; cursor: string | null; limit: number }

/** By name, found without accents or case; a blank query lists all. `total` counts the doctor's patients, not the matches. */
export async function searchPatients(db: Database, doctorId: string, search: PatientSearch) {
  const place = decodePlace(search.cursor, 'string')
  const query = plain(search.query)
  const scope: SQL[] = [
    eq(patients.doctor_id, doctorId),
    search.archived ? isNotNull(patients.archived_at) : isNull(patients.archived_at),
  ]
  const filter = [...scope]
  if (query) filter.push(sql`instr(${patients.nome_busca}, ${query}) > 0`)
  if (place) filter.push(sql`(${patients.nome_busca}, ${patients.id}) > (${place.value}, ${place.id})`)
  const [rows, [totals]] = await db.batch([
    db
      .select()
      .from(patients)
      .where(and(...filter))
      .orderBy(asc(patients.nome_busca), asc(patients.id))
      .limit(search.limit + 1),
    db
      .select({ total: count() })
      .from(patients)
      .where(and(...scope)),
  ])
  const page = cutPage(rows, search.limit, (row) => ({ value: row.nome_busca, id: row.id }))
  return { items: page.items.map(toPatient), next: page.next, total: totals?.total ?? 0 }
}

export async function createPatient(
  db: Database,
  doctorId: string,
  input: { id: string; name: string; context: string; now: number },
): Promise<Patient> {
  const [row] = await db
    .insert(patients)
    .values({
      id: input.id,
      doctor_id: doctorId,
      nome_completo: input.name,
      nome_busca: searchableName(input.name),
      observacoes_gerais: input.context,
      created_at: input.now,
      updated_at: input.now,
    })
    .returning()
  return toPatient(row as PatientRow)
}

export async function updatePatient(
  db: Database,
  doctorId: string,
  id: string,
  change: { name?: string; context?: string },
  now: number,
): Promise<Patient | null> {
  const [row] = await db
    .update(patients)
    .set({
      ...(change.name !== undefined && { nome_completo: change.name, nome_busca: searchableName(change.name) }),
      ...(change.context !== undefined && { observacoes_gerais: change.context }),
      updated_at: now,
    })
    .where(owned(doctorId, id))
    .returning()
  return row ? toPatient(row) : null
}

export type Removal = 'deleted' | 'archived' | 'open_consultation' | 'not_found'

/**
 * Deletes a patient nobody has consulted, archives one with a finished consultation, refuses one with an open one.
 * One batch (a transaction): a consultation that starts meanwhile falls wholly before or after it.
 */
export async function removePatient(db: Database, doctorId: string, id: string, now: number): Promise<Removal> {
  const any = sql`EXISTS (SELECT 1 FROM ${consultations} WHERE ${consultations.patient_id} = ${id})`
  const open = sql`EXISTS (SELECT 1 FROM ${consultations} WHERE ${consultations.patient_id} = ${id} AND ${consultations.status} = 'active')`
  const [archived, deleted, left] = await db.batch([
    db
      .update(patients)
      .set({ archived_at: now, updated_at: now })
      .where(and(owned(doctorId, id), isNull(patients.archived_at), any, sql`NOT ${open}`))
      .returning({ id: patients.id }),
    db
      .delete(patients)
      .where(and(owned(doctorId, id), sql`NOT ${any}`))
      .returning({ id: patients.id }),
    db.select({ archivedAt: patients.archived_at }).from(patients).where(owned(doctorId, id)),
  ])
  if (deleted.length > 0) return 'deleted'
  if (archived.length > 0 || left[0]?.archivedAt) return 'archived'
  return left.length > 0 ? 'open_consultation' : 'not_found'
}
