import { sql } from 'drizzle-orm'
import { searchKey } from '#domain/text.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { notStructuring } from './record-change.ts'

export type Move = {
  consultationId: string
  patientId: string
  /** The context of the new patient: the old one's may hold another person's allergies. */
  context: string
  /** The person who answered the notice is the new patient. */
  isSamePerson: boolean
  /** Id of the row that ends the consent of another person. */
  consentId: string
  now: number
}

/**
 * Moves a consultation with its consents and counts to another patient of the doctor. Raises the revision of its record:
 * a signature decided on the patient before must not be written. False: it is not the doctor's, is signed, is being
 * structured or is there already, or the patient is not the doctor's or is archived.
 */
export async function moveConsultation(db: Database, doctorId: string, move: Move): Promise<boolean> {
  const { consultationId: id, patientId, context, isSamePerson, now } = move
  const mine = sql`consultations.id = ${id} AND consultations.doctor_id = ${doctorId}`
  const may = sql`patient_id <> ${patientId}
    AND EXISTS (SELECT 1 FROM medical_patients WHERE id = ${patientId} AND doctor_id = ${doctorId} AND archived_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM records WHERE consultation_id = ${id} AND signed_at IS NOT NULL)
    AND ${notStructuring({ consultation_id: id }, doctorId)}`
  const completed = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM consultations WHERE ${mine} AND status = 'completed' AND ${may})`
  const results = await writeAll(db, [
    sql`UPDATE records SET revision = revision + 1, updated_at = ${now} WHERE consultation_id = ${id} AND doctor_id = ${doctorId}
      AND EXISTS (SELECT 1 FROM consultations WHERE ${mine} AND ${may})`,
    // The counts come first: they ask where the consultation is now.
    sql`UPDATE medical_patients SET total_consultas = total_consultas - 1, last_consultation = (
        SELECT max(end_time) FROM consultations WHERE patient_id = medical_patients.id AND status = 'completed' AND id <> ${id})
      WHERE id = ${completed('patient_id')} AND doctor_id = ${doctorId}`,
    sql`UPDATE medical_patients SET total_consultas = total_consultas + 1,
        last_consultation = max(ifnull(last_consultation, 0), ${completed('end_time')})
      WHERE id = ${patientId} AND doctor_id = ${doctorId} AND ${completed('end_time')} IS NOT NULL`,
    sql`UPDATE consultations SET patient_id = ${patientId}, clinical_context = ${context},
        patient_name = (SELECT nome_completo FROM medical_patients WHERE id = ${patientId}),
        search_text = (SELECT trim(nome_busca || ' ' || ${searchKey(context)}) FROM medical_patients WHERE id = ${patientId})
      WHERE ${mine} AND ${may}`,
    sql`UPDATE consents SET patient_id = ${patientId} WHERE consultation_id = ${id} AND doctor_id = ${doctorId}
      AND EXISTS (SELECT 1 FROM consultations WHERE ${mine} AND patient_id = ${patientId})`,
    sql`INSERT INTO consents (id, doctor_id, patient_id, consultation_id, state, notice_version, notice_sha256, answers, answered_at, revoked_at, created_at)
      SELECT ${move.consentId}, doctor_id, patient_id, consultation_id, 'revoked', notice_version, notice_sha256, answers, answered_at,
        max(answered_at + 1, ${now}), ${now}
      FROM consents AS last WHERE ${isSamePerson ? 0 : 1} AND doctor_id = ${doctorId} AND patient_id = ${patientId} AND state = 'accepted'
        AND seq = (SELECT max(seq) FROM consents WHERE consultation_id = ${id})`,
  ])
  return hasWritten(results[3])
}
