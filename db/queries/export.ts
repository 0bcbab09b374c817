import { and, eq, sql } from 'drizzle-orm'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { exports } from '../schema/export.ts'
import { jobs } from '../schema/job.ts'
import { auditInsertWhen } from './audit.ts'
import { completion, type DoctorJob, jobInsert, stillMine } from './job.ts'

export type NewExport = { id: string; jobId: string; consultationId: string; doctorId: string; now: number }

/** Creates the export and the job that will make it, together. */
export async function createExport(
  db: Database,
  { id, jobId, consultationId, doctorId, now }: NewExport,
): Promise<void> {
  await db.batch([
    db
      .insert(exports)
      .values({ id, consultation_id: consultationId, doctor_id: doctorId, job_id: jobId, created_at: now }),
    jobInsert(db, { id: jobId, kind: 'pdf', doctorId, subjectId: consultationId, input: { export_id: id }, now }),
  ])
}

const shown = {
  id: exports.id,
  consultationId: exports.consultation_id,
  fileKey: exports.file_key,
  bytes: exports.bytes,
  expiredAt: exports.expired_at,
  status: jobs.status,
  error: jobs.error,
  patientName: consultations.patient_name,
  startTime: consultations.start_time,
}

/** The doctor's export with the state of its job; null when there is none. */
export async function findExport(db: Database, doctorId: string, id: string) {
  const [row] = await db
    .select(shown)
    .from(exports)
    .innerJoin(jobs, eq(jobs.id, exports.job_id))
    .innerJoin(consultations, eq(consultations.id, exports.consultation_id))
    .where(and(eq(exports.id, id), eq(exports.doctor_id, doctorId)))
  return row ?? null
}

/** Stores the key of the file and completes the job; false when another worker has taken the job over. */
export async function saveExport(
  db: Database,
  job: DoctorJob,
  file: { exportId: string; key: string; bytes: number; now: number },
): Promise<boolean> {
  const { exportId, key, bytes, now } = file
  const [stored] = await writeAll(db, [
    db
      .update(exports)
      .set({ file_key: key, bytes })
      .where(and(eq(exports.id, exportId), eq(exports.doctor_id, job.doctor_id), stillMine(job))),
    auditInsertWhen(
      { at: now, doctorId: job.doctor_id, action: 'export_created', subject: 'export', subjectId: exportId },
      sql`WHERE ${stillMine(job)}`,
    ),
    completion(db, job, now),
  ])
  return (stored?.meta.changes ?? 0) > 0
}
