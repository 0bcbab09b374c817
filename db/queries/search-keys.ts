import { eq, sql } from 'drizzle-orm'
import { searchKey } from '#domain/text.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { medicalPatients } from '../schema/patient.ts'

/** `index` holds only the rows whose column is not in the form of `searchKey`; its condition has the same text. */
const stale = (table: string, column: string, index: string, limit: number) =>
  sql.raw(`SELECT id, ${column} AS text FROM ${table} INDEXED BY ${index}
    WHERE ${column} GLOB '*[´\`ʹ-ʼ′‐-‛−－＇]*' LIMIT ${limit}`)
type Stale = { id: string; text: string }

/**
 * Brings at most `limit` names, and as many texts of consultations, into the form of `searchKey`. A version before this
 * form wrote them: before a release, during it, or after a rollback. Two partial indexes hold these rows alone.
 */
export async function repairSearchKeys(db: Database, limit: number): Promise<void> {
  const names = await db.all<Stale>(stale('medical_patients', 'nome_busca', 'patients_to_key', limit))
  const texts = await db.all<Stale>(stale('consultations', 'search_text', 'consultations_to_key', limit))
  // A text that changed meanwhile stays for the next run.
  for (const { id, text } of names)
    await db
      .update(medicalPatients)
      .set({ nome_busca: searchKey(text) })
      .where(sql`${eq(medicalPatients.id, id)} AND ${eq(medicalPatients.nome_busca, text)}`)
  for (const { id, text } of texts)
    await db
      .update(consultations)
      .set({ search_text: searchKey(text) })
      .where(sql`${eq(consultations.id, id)} AND ${eq(consultations.search_text, text)}`)
}
