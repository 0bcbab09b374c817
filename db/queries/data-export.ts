import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { DataExport } from '#domain/data-export/contract.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { user } from '../schema/auth.ts'
import { dataExports, dataExportVolumes } from '../schema/data-export.ts'
import { jobs } from '../schema/job.ts'
import { type AuditRow, auditInsertWhen } from './audit.ts'
import type { Place } from './data-export-read.ts'
import { completion, type DoctorJob, stillMine } from './job.ts'

export type NewDataExport = {
  id: string
  jobId: string
  doctorId: string
  patientId: string | null
  settings: unknown
  now: number
  expiresAt: number
}

const underWay = sql`EXISTS (SELECT 1 FROM jobs WHERE jobs.id = data_exports.job_id AND jobs.status IN ('queued', 'running'))`

/** Creates the export with the job of its first volume. False while another export of the doctor is being made. */
export async function createDataExport(db: Database, asked: NewDataExport): Promise<boolean> {
  const { id, jobId, doctorId, patientId, settings, now, expiresAt } = asked
  const [inserted] = await writeAll(db, [
    sql`INSERT INTO data_exports (id, doctor_id, patient_id, job_id, settings, created_at, expires_at)
      SELECT ${id}, ${doctorId}, ${patientId}, ${jobId}, ${JSON.stringify(settings)}, ${now}, ${expiresAt}
      WHERE NOT EXISTS (SELECT 1 FROM data_exports WHERE doctor_id = ${doctorId} AND removed_at IS NULL AND ${underWay})`,
    jobFor(sql`data_exports WHERE id = ${id}`, { id: jobId, doctorId, exportId: id, now }),
  ])
  return inserted?.meta.changes === 1
}

const jobFor = (where: SQL, job: { id: string; doctorId: string; exportId: string; now: number }) =>
  sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
    SELECT ${job.id}, 'data_export', ${job.doctorId}, ${job.exportId}, '{}', 'queued', 0, ${job.now}, ${job.now} FROM ${where}`

export type StoredDataExport = Omit<DataExport, 'error' | 'volumes' | 'status'> & {
  status: DataExport['status']
  error: string | null
  ready_at: number | null
  volumes: { number: number; bytes: number; file_key: string }[]
}

const volumesJson = sql<string>`(
  SELECT json_group_array(json_object('number', number, 'bytes', bytes, 'file_key', file_key))
  FROM (SELECT * FROM data_export_volumes WHERE export_id = data_exports.id ORDER BY number))`

/** A filter: exports of one patient, of everything (null), or any (undefined). */
export type DataExportsOf = { id?: string; patientId?: string | null }

/** The doctor's exports, newest first. */
export async function listDataExports(
  db: Database,
  doctorId: string,
  { id, patientId }: DataExportsOf,
  now: number,
  limit: number,
): Promise<StoredDataExport[]> {
  const rows = await db
    .select({
      id: dataExports.id,
      patient_id: dataExports.patient_id,
      done: dataExports.done,
      total: dataExports.total,
      created_at: dataExports.created_at,
      ready_at: dataExports.ready_at,
      expires_at: dataExports.expires_at,
      removed_at: dataExports.removed_at,
      job: jobs.status,
      error: jobs.error,
      volumes: volumesJson,
    })
    .from(dataExports)
    .leftJoin(jobs, eq(jobs.id, dataExports.job_id))
    .where(
      and(
        eq(dataExports.doctor_id, doctorId),
        id === undefined ? undefined : eq(dataExports.id, id),
        patientId === undefined
          ? undefined
          : patientId === null
            ? isNull(dataExports.patient_id)
            : eq(dataExports.patient_id, patientId),
      ),
    )
    .orderBy(desc(dataExports.created_at), desc(dataExports.id))
    .limit(limit)
  return rows.map(({ job, removed_at, volumes, error, ...row }) => {
    const status = statusOf({ ...row, removed_at, job }, now)
    const files = status === 'ready' ? (JSON.parse(volumes) as StoredDataExport['volumes']) : []
    return { ...row, status, error: status === 'failed' ? error : null, volumes: files }
  })
}

type Facts = { ready_at: number | null; removed_at: number | null; expires_at: number; job: string | null }

function statusOf({ ready_at, removed_at, expires_at, job }: Facts, now: number): DataExport['status'] {
  if (removed_at !== null || (ready_at !== null && expires_at <= now)) return 'expired'
  if (ready_at !== null) return 'ready'
  return job === 'queued' || job === 'running' ? 'preparing' : 'failed'
}

export type RunningDataExport = typeof dataExports.$inferSelect & { volumes: number }

/** The export whose next volume this job makes; null when the volume is no longer wanted. */
export async function findRunning(db: Database, job: DoctorJob): Promise<RunningDataExport | null> {
  const [row] = await db
    .select({
      all: dataExports,
      volumes: sql<number>`(SELECT count(*) FROM data_export_volumes WHERE export_id = data_exports.id)`,
    })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.id, job.subject_id),
        eq(dataExports.doctor_id, job.doctor_id),
        eq(dataExports.job_id, job.id),
        isNull(dataExports.removed_at),
        isNull(dataExports.ready_at),
      ),
    )
  return row ? { ...row.all, volumes: row.volumes } : null
}

/** Stores the progress, which a waiting screen shows. */
export async function noteProgress(db: Database, job: DoctorJob, done: number, total: number): Promise<void> {
  await db
    .update(dataExports)
    .set({ done, total })
    .where(and(eq(dataExports.id, job.subject_id), eq(dataExports.doctor_id, job.doctor_id), stillMine(job)))
}

export type MadeVolume = { number: number; key: string; bytes: number; done: number; total: number; now: number }
/** The job of the next volume and where it begins; or the time when the finished files expire, in ms. */
export type Following = { jobId: string; place: Place } | { expiresAt: number }

/** Saves the volume, what follows and the end of its job. False when another worker has taken the job over. */
export async function saveVolume(
  db: Database,
  job: DoctorJob,
  { number, key, bytes, done, total, now }: MadeVolume,
  following: Following,
): Promise<boolean> {
  const exportId = job.subject_id
  const mine = and(eq(dataExports.id, exportId), eq(dataExports.doctor_id, job.doctor_id), stillMine(job))
  const auditRow = { at: now, doctorId: job.doctor_id, subject: 'data_export', subjectId: exportId } as const
  const goesOn = 'jobId' in following
  const [stored] = await writeAll(db, [
    sql`INSERT INTO data_export_volumes (export_id, number, doctor_id, file_key, bytes, created_at)
      SELECT id, ${number}, doctor_id, ${key}, ${bytes}, ${now} FROM data_exports
      WHERE id = ${exportId} AND doctor_id = ${job.doctor_id} AND removed_at IS NULL AND ${stillMine(job)}`,
    ...(goesOn
      ? [
          jobFor(sql`data_exports WHERE id = ${exportId} AND ${stillMine(job)}`, {
            id: following.jobId,
            doctorId: job.doctor_id,
            exportId,
            now,
          }),
          db
            .update(dataExports)
            .set({ done, total, place: JSON.stringify(following.place), job_id: following.jobId })
            .where(mine),
        ]
      : [
          db
            .update(dataExports)
            .set({ done, total, place: null, ready_at: now, expires_at: following.expiresAt })
            .where(mine),
          auditInsertWhen({ ...auditRow, action: 'data_export_created' }, sql`WHERE ${stillMine(job)}`),
        ]),
    completion(db, job, now),
  ])
  return stored?.meta.changes === 1
}

const jobOf = (doctorId: string, id: string) =>
  sql`SELECT job_id FROM data_exports WHERE id = ${id} AND doctor_id = ${doctorId}`

/** Stops the export's jobs. A worker that is writing a volume notices and deletes it. */
export async function stopDataExport(db: Database, doctorId: string, id: string, now: number): Promise<void> {
  await stopJobs(db, jobOf(doctorId, id), now)
}

/** Stops an export and marks it as removed; false when it is gone already. The caller deletes its files first. */
export async function removeDataExport(
  db: Database,
  doctorId: string,
  id: string,
  auditRow: Pick<AuditRow, 'action' | 'requestId' | 'from'>,
  now: number,
): Promise<boolean> {
  const there = sql`EXISTS (SELECT 1 FROM data_exports WHERE id = ${id} AND doctor_id = ${doctorId} AND removed_at IS NULL)`
  const [, , removed] = await writeAll(db, [
    stopJobs(db, jobOf(doctorId, id), now),
    auditInsertWhen({ at: now, doctorId, subject: 'data_export', subjectId: id, ...auditRow }, sql`WHERE ${there}`),
    db
      .update(dataExports)
      .set({ removed_at: now })
      .where(and(eq(dataExports.id, id), eq(dataExports.doctor_id, doctorId), isNull(dataExports.removed_at))),
    db
      .delete(dataExportVolumes)
      .where(and(eq(dataExportVolumes.export_id, id), eq(dataExportVolumes.doctor_id, doctorId))),
  ])
  return removed?.meta.changes === 1
}

const stopJobs = (db: Database, ids: SQL, now: number) =>
  db
    .update(jobs)
    .set({ status: 'failed', error: 'data_export_failed', step: null, lease_until: null, updated_at: now })
    .where(and(sql`${jobs.id} IN (${ids})`, inArray(jobs.status, ['queued', 'running'])))

const stored = (db: Database, which: SQL) =>
  db
    .select({ id: dataExports.id, doctorId: dataExports.doctor_id })
    .from(dataExports)
    .where(and(isNull(dataExports.removed_at), which))
/** Exports whose files have expired, oldest first. */
export const overdueDataExports = (db: Database, now: number, limit: number) =>
  stored(db, lte(dataExports.expires_at, now)).orderBy(asc(dataExports.expires_at)).limit(limit)
/** One doctor's exports in any state whose files are not removed, to erase with the account. */
export const storedDataExports = (db: Database, doctorId: string) => stored(db, eq(dataExports.doctor_id, doctorId))

/** The address and name for a mail about the account. */
export async function findAddress(db: Database, doctorId: string): Promise<{ email: string; name: string } | null> {
  const [row] = await db.select({ email: user.email, name: user.name }).from(user).where(eq(user.id, doctorId))
  return row ?? null
}
