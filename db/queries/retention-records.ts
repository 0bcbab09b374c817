import { sql } from 'drizzle-orm'
import { signedFileKey } from '#domain/document/signature.ts'
import { expiryCutoff } from '#domain/retention/rules.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditInsert } from './audit.ts'
import { forgetLogos } from './logo.ts'

export type OldPatient = { id: string; doctorId: string }

/** The most consultations erased at once, oldest first. */
const VISITS_AT_ONCE = 20

/** Patients without any entry for twenty years; the trigger on record_removals checks the same. */
export async function oldPatients(db: Database, now: number, limit: number): Promise<OldPatient[]> {
  const before = expiryCutoff('record', now)
  return db.all(sql`SELECT id, doctor_id AS doctorId FROM medical_patients p
    WHERE updated_at < ${before} AND ifnull(last_consultation, 0) < ${before}
      AND NOT EXISTS (SELECT 1 FROM consultations WHERE patient_id = p.id
        AND (status <> 'completed' OR max(start_time, ifnull(end_time, 0)) >= ${before}))
      AND NOT EXISTS (SELECT 1 FROM consents WHERE patient_id = p.id AND max(created_at, answered_at, ifnull(revoked_at, 0)) >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN records r ON r.consultation_id = c.id WHERE c.patient_id = p.id
        AND max(r.created_at, r.updated_at, ifnull(r.saved_at, 0), ifnull(r.signed_at, 0)) >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN record_addenda a ON a.consultation_id = c.id
        WHERE c.patient_id = p.id AND a.created_at >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN record_versions v ON v.consultation_id = c.id
        WHERE c.patient_id = p.id AND v.replaced_at >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN documents d ON d.consultation_id = c.id
        WHERE c.patient_id = p.id AND max(d.issued_at, ifnull(d.cancelled_at, 0)) >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN patient_pages g ON g.consultation_id = c.id
        WHERE c.patient_id = p.id AND max(g.created_at, ifnull(g.withdrawn_at, 0)) >= ${before})
      AND NOT EXISTS (SELECT 1 FROM consultations c JOIN document_signatures s ON s.consultation_id = c.id
        WHERE c.patient_id = p.id AND max(s.prepared_at, ifnull(s.verified_at, 0)) >= ${before})
    ORDER BY updated_at, id LIMIT ${limit}`)
}

/** The export files of the consultations that the next `eraseOldest` erases. */
export async function filesOfOldest(db: Database, patient: OldPatient): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM exports WHERE consultation_id IN (${oldest(patient.id)}) AND file_key IS NOT NULL`,
  )
  return rows.map(({ id }) => id)
}

/** The prepared and signed files of the documents that the next `eraseOldest` erases, as keys in R2. */
export async function signedFilesOfOldest(db: Database, { id, doctorId }: OldPatient): Promise<string[]> {
  const rows = await db.all<{ document: string; prepared: string; signed: string | null }>(
    sql`SELECT document_id AS document, prepared_sha256 AS prepared, signed_sha256 AS signed FROM document_signatures
      WHERE consultation_id IN (${oldest(id)})`,
  )
  return rows.flatMap(({ document, prepared, signed }) =>
    [prepared, signed].flatMap((sha256) => (sha256 ? [signedFileKey(doctorId, document, sha256)] : [])),
  )
}

const oldest = (patientId: string) =>
  sql`SELECT id FROM consultations WHERE patient_id = ${patientId} ORDER BY start_time, id LIMIT ${VISITS_AT_ONCE}`

/**
 * Erases the patient's oldest consultations with all their rows, and with the last of them the patient. Writes the
 * removal row that the triggers require. True when nothing of the patient remains.
 */
export async function eraseOldest(db: Database, patient: OldPatient, removalId: string, now: number): Promise<boolean> {
  const { id, doctorId } = patient
  const visits = sql`(SELECT value FROM json_each((SELECT json_group_array(id) FROM (${oldest(id)}))))`
  const records = sql`(SELECT id FROM records WHERE consultation_id IN ${visits})`
  const last = sql`NOT EXISTS (SELECT 1 FROM consultations WHERE patient_id = ${id})`
  const auditRow = { at: now, doctorId, action: 'records_erased', subject: 'patient', subjectId: id } as const
  const results = await writeAll(db, [
    sql`INSERT INTO record_removals (id, doctor_id, patient_id, before, removed_at)
      VALUES (${removalId}, ${doctorId}, ${id}, ${expiryCutoff('record', now)}, ${now})`,
    sql`DELETE FROM exports WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM document_signatures WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM documents WHERE consultation_id IN ${visits}`,
    forgetLogos(doctorId),
    sql`DELETE FROM patient_pages WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM jobs WHERE subject_id IN ${visits}`,
    sql`DELETE FROM record_addenda WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM record_versions WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM transcript_entries WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM consents WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM record_sections WHERE record_id IN ${records}`,
    sql`DELETE FROM records WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM consultations WHERE id IN ${visits}`,
    sql`DELETE FROM medical_patients WHERE id = ${id} AND doctor_id = ${doctorId} AND ${last}`,
    auditInsert([auditRow]),
    sql`SELECT 1 FROM medical_patients WHERE id = ${id}`,
  ])
  return results.at(-1)?.results.length === 0
}
