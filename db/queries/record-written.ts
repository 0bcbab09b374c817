import { sql } from 'drizzle-orm'
import type { Flag, Section } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { jobs } from '../schema/job.ts'
import { type AuditRow, auditInsertWhen } from './audit.ts'
import { structuringOf } from './job.ts'
import { insertSections } from './record-structured.ts'

type WrittenRecord = {
  id: string
  consultationId: string
  doctorId: string
  specialty: Specialty
  /** Empty, as the template has them. */
  sections: readonly Section[]
  alerts: readonly Flag[]
}

/**
 * Writes the empty record of the doctor's completed consultation. Returns false and writes nothing if it has a record or
 * is being structured.
 */
export async function createWrittenRecord(
  db: Database,
  { id, consultationId, doctorId, specialty, sections, alerts }: WrittenRecord,
  asked: Pick<AuditRow, 'at' | 'requestId' | 'from'>,
): Promise<boolean> {
  const written = sql`EXISTS (SELECT 1 FROM records WHERE id = ${id} AND doctor_id = ${doctorId})`
  const [inserted] = await writeAll(db, [
    sql`INSERT INTO records (id, consultation_id, doctor_id, specialty, job_id, processing_time_ms, warnings, alerts, structurer, created_at, updated_at)
      SELECT ${id}, c.id, c.doctor_id, ${specialty}, ${id}, 0, '[]', ${JSON.stringify(alerts)}, 'null', ${asked.at}, ${asked.at}
      FROM consultations c WHERE c.id = ${consultationId} AND c.doctor_id = ${doctorId} AND c.status = 'completed'
        AND NOT EXISTS (SELECT 1 FROM records WHERE consultation_id = ${consultationId})
        AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${structuringOf(doctorId, consultationId)})`,
    insertSections(sections, sql`r.id = ${id} AND r.doctor_id = ${doctorId}`),
    sql`UPDATE consultations SET specialty = ${specialty}
      WHERE id = ${consultationId} AND doctor_id = ${doctorId} AND ${written}`,
    auditInsertWhen(
      { ...asked, doctorId, action: 'record_created', subject: 'consultation', subjectId: consultationId },
      sql`WHERE ${written}`,
    ),
  ])
  return hasWritten(inserted)
}
