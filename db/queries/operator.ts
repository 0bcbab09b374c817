import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { readCode } from '#domain/document/code.ts'
import { integrationKinds } from '#domain/integration/integration.ts'
import { type JobKind, jobKinds } from '#domain/jobs.ts'
import { hasWritten, idsIn, listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { jobs } from '../schema/job.ts'
import { type AuditRow, auditInsert, auditInsertWhen } from './audit.ts'
import { sendWaiting } from './integration.ts'
import { shut } from './job.ts'

// The one file whose queries take no owner: an operator acts for the service, behind workers/api/operator.ts. They read
// ids, states and times alone, and write the audit row of the doctor concerned.

export type FoundConsultation = {
  id: string
  doctor_id: string
  status: 'active' | 'completed'
  start_time: number
  end_time: number | null
  entry_count: number
  signed_at: number | null
}

/**
 * Finds a consultation by its id, by a job's id, or by the code of a document; null when there is none. Leaves out jobs
 * of a kind that only a newer release knows.
 */
export async function findForOperator(db: Database, id: string) {
  const own = id.toLowerCase()
  const consultation =
    await db.get<FoundConsultation>(sql`SELECT id, doctor_id, status, start_time, end_time, entry_count,
    (SELECT signed_at FROM records WHERE records.consultation_id = consultations.id) AS signed_at
    FROM consultations WHERE id IN (${own}, (SELECT consultation_id FROM documents WHERE code = ${readCode(id)}),
      (SELECT subject_id FROM jobs WHERE id = ${own}))`)
  if (!consultation) return null
  const rows = await db
    .select(jobColumns)
    .from(jobs)
    .where(and(eq(jobs.subject_id, consultation.id), inArray(jobs.kind, jobKinds)))
    .orderBy(desc(jobs.created_at))
    .limit(50)
  return { consultation, jobs: rows }
}
const jobColumns = {
  id: jobs.id,
  kind: jobs.kind,
  status: jobs.status,
  step: jobs.step,
  error: jobs.error,
  attempts: jobs.attempts,
  deaths: jobs.deaths,
  created_at: jobs.created_at,
  updated_at: jobs.updated_at,
}

/** The text of a mail is erased when sending fails for good; a charge is ended or synced by its own sweep. */
const replayable = ['structure', 'pdf', 'data_export'] as const

/**
 * Queues a job again that failed for good, with its audit row. Null unless it is the last job of its kind about its
 * subject: an older one could overwrite a later result. Null too if a closed account may not run it, and for a second
 * call, which finds it queued.
 */
export async function replayJob(db: Database, id: string, audit: Omit<AuditRow, 'doctorId'>) {
  const job = await db.get<{ kind: (typeof replayable)[number]; doctor_id: string }>(
    sql`SELECT kind, doctor_id FROM jobs WHERE id = ${id} AND doctor_id IS NOT NULL`,
  )
  if (!job) return null
  const may = sql`id = ${id} AND status = 'failed' AND kind IN ${listed(replayable)} AND NOT ${shut}
    AND NOT EXISTS (SELECT 1 FROM jobs AS later WHERE later.subject_id = jobs.subject_id AND later.kind = jobs.kind
      AND later.id <> jobs.id AND later.created_at >= jobs.created_at)`
  const [, changed] = await writeAll(db, [
    auditInsertWhen({ ...audit, doctorId: job.doctor_id }, sql`FROM jobs WHERE ${may}`),
    sql`UPDATE jobs SET status = 'queued', attempts = 0, deaths = 0, error = NULL, step = NULL, lease_until = NULL,
      updated_at = ${audit.at} WHERE ${may}`,
  ])
  return changed?.meta.changes === 1 ? job : null
}

/** Switches off a doctor's second factor, with its recovery codes and pending steps. Null when it is not on. */
export async function resetSecondFactor(db: Database, email: string, audit: Omit<AuditRow, 'doctorId' | 'subjectId'>) {
  const doctor = await db.get<{ id: string; email: string; name: string }>(
    sql`SELECT id, email, name FROM user WHERE email = ${email.trim().toLowerCase()}
      AND EXISTS (SELECT 1 FROM second_factors WHERE doctor_id = user.id AND enabled_at IS NOT NULL)`,
  )
  if (!doctor) return null
  await writeAll(db, [
    auditInsert([{ ...audit, doctorId: doctor.id, subjectId: doctor.id }]),
    sql`DELETE FROM second_factors WHERE doctor_id = ${doctor.id}`,
    sql`DELETE FROM recovery_codes WHERE doctor_id = ${doctor.id}`,
    sql`DELETE FROM verification WHERE identifier LIKE 'second-step:%' AND value = ${doctor.id}`,
  ])
  return doctor
}

export type FoundAccount = { id: string; email: string; name: string; is_verified: number }

/** The account of an address; null when there is none. */
export async function findAccount(db: Database, email: string): Promise<FoundAccount | null> {
  const found = await db.get<FoundAccount>(
    sql`SELECT id, email, name, email_verified AS is_verified FROM user
    WHERE email = ${email.trim().toLowerCase()} AND erased_at IS NULL`,
  )
  return found ?? null
}

/**
 * Disables an account and ends its sessions, with its audit row; nothing else is deleted. Returns the ended sessions;
 * null if it was disabled already.
 */
export async function disableAccount(db: Database, doctorId: string, audit: AccountAudit): Promise<string[] | null> {
  const own = sql`id = ${doctorId} AND disabled_at IS NULL`
  const [, changed, ended] = await writeAll(db, [
    auditInsertWhen({ ...audit, doctorId, subjectId: doctorId }, sql`FROM user WHERE ${own}`),
    sql`UPDATE user SET disabled_at = ${audit.at} WHERE ${own}`,
    sql`DELETE FROM session WHERE user_id = ${doctorId} RETURNING id`,
  ])
  return hasWritten(changed) ? idsIn(ended) : null
}

/** Enables a disabled account, with its audit row, and sends what waited meanwhile. False if it is not disabled. */
export async function enableAccount(db: Database, doctorId: string, audit: AccountAudit): Promise<boolean> {
  const own = sql`id = ${doctorId} AND disabled_at IS NOT NULL`
  const [, changed] = await writeAll(db, [
    auditInsertWhen({ ...audit, doctorId, subjectId: doctorId }, sql`FROM user WHERE ${own}`),
    sql`UPDATE user SET disabled_at = NULL WHERE ${own}`,
    ...integrationKinds.flatMap((kind) => sendWaiting(doctorId, kind, audit.at)),
  ])
  return hasWritten(changed)
}
type AccountAudit = Omit<AuditRow, 'doctorId' | 'subjectId'>

const HOUR_MS = 3_600_000
type JobTotals = { kind: JobKind; waiting: number; oldest: number | null; completed: number; failed: number }

/** Returns the jobs of all doctors by kind, and the number of consultations in progress. `oldest`: epoch ms. */
export async function readServiceStatus(db: Database, now: number): Promise<{ jobs: JobTotals[]; active: number }> {
  const since = now - HOUR_MS
  const totals = await db.all<JobTotals>(sql`SELECT kind,
    sum(status IN ('queued', 'running')) AS waiting,
    min(CASE WHEN status IN ('queued', 'running') THEN created_at END) AS oldest,
    sum(status = 'completed') AS completed, sum(status = 'failed') AS failed
    FROM jobs WHERE (status IN ('queued', 'running') OR (status IN ('completed', 'failed') AND updated_at >= ${since}))
      AND ${inArray(jobs.kind, jobKinds)}
    GROUP BY kind ORDER BY kind`)
  const row = await db.get<{ active: number }>(
    sql`SELECT count(*) AS active FROM consultations WHERE status = 'active'`,
  )
  return { jobs: totals, active: row?.active ?? 0 }
}
