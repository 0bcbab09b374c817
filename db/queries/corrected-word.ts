import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { CorrectedWord } from '#domain/speech/contract.ts'
import { MOST_EARLIER } from '#domain/speech/limits.ts'
import { withoutNames } from '#domain/speech/vocabulary.ts'
import { plain } from '#domain/text.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { correctedWords } from '../schema/corrected-word.ts'
import { medicalPatients } from '../schema/patient.ts'

const { id, word, key, corrected_at } = correctedWords
const isOwn = (doctorId: string) => eq(correctedWords.doctor_id, doctorId)
const newest = [desc(corrected_at), asc(id)]

/** The doctor's whole list, the newest first. */
export const listCorrectedWords = (db: Database, doctorId: string): Promise<CorrectedWord[]> =>
  db
    .select({ id, word, corrected_at })
    .from(correctedWords)
    .where(isOwn(doctorId))
    .orderBy(...newest)

/** The words for an engine, the newest first. A word that has become a patient's name since is left out. */
export async function earlierWords(db: Database, doctorId: string): Promise<string[]> {
  const rows = await db
    .select({ word })
    .from(correctedWords)
    .where(and(isOwn(doctorId), not(isPatientName(doctorId, sql`${key}`))))
    .orderBy(...newest)
  return rows.map((row) => row.word)
}

/** Removes one word of the list, or all. Returns how many it removed. */
export async function removeCorrectedWords(
  db: Database,
  doctorId: string,
  which: { only: string } | 'all',
): Promise<number> {
  const chosen = which === 'all' ? undefined : eq(id, which.only)
  const rows = await db
    .delete(correctedWords)
    .where(and(isOwn(doctorId), chosen))
    .returning({ id })
  return rows.length
}

/** Returns the words that may join the list: without the names of this consultation's patient and the patient's mother. */
export async function admittedWords(
  db: Database,
  doctorId: string,
  consultationId: string,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return []
  const [names] = await db
    .select({
      before: consultations.patient_name,
      now: medicalPatients.nome_completo,
      mother: medicalPatients.nome_mae,
    })
    .from(consultations)
    .innerJoin(medicalPatients, eq(medicalPatients.id, consultations.patient_id))
    .where(and(eq(consultations.id, consultationId), eq(consultations.doctor_id, doctorId)))
  return names ? withoutNames(words, [names.before, names.now, names.mother ?? '']) : []
}

type Joining = { doctorId: string; words: readonly string[]; now: number; when: SQL }
/** Statements that add words to the list without names of the doctor's patients, and keep its newest 100. */
export function correctedWordInserts({ doctorId, words, now, when }: Joining): SQL[] {
  if (words.length === 0) return []
  const rows = words.map((text) => ({ id: crypto.randomUUID(), word: text, key: plain(text) }))
  return [
    sql`
      INSERT INTO corrected_words (id, doctor_id, word, key, corrected_at)
      SELECT value ->> 'id', ${doctorId}, value ->> 'word', value ->> 'key', ${now}
      FROM json_each(${JSON.stringify(rows)}) WHERE ${when} AND NOT ${isPatientName(doctorId, sql`(value ->> 'key')`)}
      ON CONFLICT (doctor_id, key) DO UPDATE SET word = excluded.word, corrected_at = excluded.corrected_at`,
    sql`
      DELETE FROM corrected_words WHERE doctor_id = ${doctorId} AND id NOT IN (
        SELECT id FROM corrected_words WHERE doctor_id = ${doctorId}
        ORDER BY corrected_at DESC, id LIMIT ${MOST_EARLIER})`,
  ]
}

/** SQL: the word is part of a name of one of the doctor's patients. Two indexes have the first and the later words. */
const isPatientName = (doctorId: string, text: SQL) => sql`(
  EXISTS (SELECT 1 FROM medical_patients AS one WHERE one.doctor_id = ${doctorId}
    AND (one.archived_at IS NOT NULL) IN (0, 1) AND one.nome_busca >= ${text} AND one.nome_busca < ${text} || '!')
  OR EXISTS (SELECT 1 FROM patient_beginnings AS one WHERE one.doctor_id = ${doctorId} AND one.archived IN (0, 1)
    AND one.beginning = substr(${text}, 1, 8) AND instr(' ' || one.name || ' ', ' ' || ${text} || ' ') > 0))`
