import { and, asc, desc, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import { attemptsOf, deathsOf, JOB_LEASE_MS, JOB_RESEND_AFTER_MS, type JobKind, jobKinds } from '#domain/jobs.ts'
import { hasWritten, idsIn, listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { deliveries } from '../schema/integration.ts'
import { jobs } from '../schema/job.ts'
import { mails } from '../schema/mail.ts'

export type Job = typeof jobs.$inferSelect
/** A job claimed by one worker. `attempts` is its fence: a later claim has a higher number and wins. */
export type ClaimedJob = Pick<Job, 'id' | 'kind' | 'doctor_id' | 'subject_id' | 'input' | 'attempts' | 'created_at'>
/** A job about a doctor's own work. */
export type DoctorJob = ClaimedJob & { doctor_id: string }
export type NewJob = { id: string; kind: JobKind; doctorId: string; subjectId: string; input: unknown; now: number }

/** The insert alone, so that it can join another batch. */
export const jobInsert = (db: Database, job: NewJob) =>
  db.insert(jobs).values({
    id: job.id,
    kind: job.kind,
    doctor_id: job.doctorId,
    subject_id: job.subjectId,
    input: JSON.stringify(job.input),
    status: 'queued',
    created_at: job.now,
    updated_at: job.now,
  })

const subject = ({ kind, doctorId, subjectId }: Pick<NewJob, 'kind' | 'doctorId' | 'subjectId'>) =>
  and(eq(jobs.subject_id, subjectId), eq(jobs.kind, kind), eq(jobs.doctor_id, doctorId))
const underWay = (about: Pick<NewJob, 'kind' | 'doctorId' | 'subjectId'>) =>
  and(subject(about), inArray(jobs.status, ['queued', 'running']))

/** Whether a structuring job is about to replace the record of this consultation. */
export const structuringOf = (doctorId: string, consultationId: string) =>
  underWay({ kind: 'structure', doctorId, subjectId: consultationId })

export async function isStructuring(db: Database, doctorId: string, consultationId: string): Promise<boolean> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(structuringOf(doctorId, consultationId)).limit(1)
  return rows.length > 0
}

/** Creates the job, or returns the id of the one under way: two would overwrite each other's result. */
export async function createJob(db: Database, job: NewJob): Promise<{ id: string; created: boolean }> {
  const [inserted, current] = await writeAll(db, [
    sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
      SELECT ${job.id}, ${job.kind}, ${job.doctorId}, ${job.subjectId}, ${JSON.stringify(job.input)}, 'queued', 0, ${job.now}, ${job.now}
      WHERE NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${underWay(job)})`,
    db.select({ id: jobs.id }).from(jobs).where(underWay(job)).orderBy(desc(jobs.created_at)).limit(1),
  ])
  return { id: idsIn(current)[0] ?? job.id, created: inserted?.meta.changes === 1 }
}

const free = (now: number) => or(eq(jobs.status, 'queued'), and(eq(jobs.status, 'running'), lte(jobs.lease_until, now)))
const mine = (job: ClaimedJob) => and(eq(jobs.id, job.id), eq(jobs.status, 'running'), eq(jobs.attempts, job.attempts))
/** The fence as SQL: true while the job still belongs to this worker. */
export const stillMine = (job: ClaimedJob) =>
  sql`EXISTS (SELECT 1 FROM jobs WHERE id = ${job.id} AND status = 'running' AND attempts = ${job.attempts})`

/** Counts a death: a job that is `running` and can be claimed again has lost its worker. */
const deathsByNow = sql<number>`${jobs.deaths} + (${jobs.status} = 'running')`
const mayRun = () =>
  or(
    ...jobKinds.map((kind) =>
      and(eq(jobs.kind, kind), lt(jobs.attempts, attemptsOf(kind)), lt(deathsByNow, deathsOf(kind))),
    ),
  )
/** Whether a job without a live worker must not run again. */
export const isSpent = ({ kind, attempts, deaths, status }: Pick<Job, 'kind' | 'attempts' | 'deaths' | 'status'>) =>
  attempts >= attemptsOf(kind) || deaths + (status === 'running' ? 1 : 0) >= deathsOf(kind)

/** Jobs that a closed account may not run. It may still export its data. */
export const shut = sql`(${jobs.kind} IN ('structure', 'pdf', 'delivery')
  AND EXISTS (SELECT 1 FROM user WHERE user.id = ${jobs.doctor_id} AND closed_at IS NOT NULL))`

/** Claims the job with one conditional update: of several workers, one gets it. */
export async function claimJob(db: Database, id: string, now: number): Promise<ClaimedJob | null> {
  const [row] = await db
    .update(jobs)
    .set({
      status: 'running',
      attempts: sql`${jobs.attempts} + 1`,
      deaths: deathsByNow,
      lease_until: now + JOB_LEASE_MS,
      step: null,
      error: null,
      updated_at: now,
    })
    .where(and(eq(jobs.id, id), free(now), mayRun(), sql`NOT ${shut}`))
    .returning()
  return row ?? null
}

/** Fails a job requested while its account was being closed. */
export async function failShut(db: Database, id: string, now: number): Promise<void> {
  const one = and(eq(jobs.id, id), free(now), shut)
  await db.update(jobs).set(failed('account_closed', now)).where(one)
}

/** For the consumer only, which acts for no doctor. */
export async function readJob(db: Database, id: string): Promise<Job | null> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id)).limit(1)
  return row ?? null
}

const ended = { step: null, lease_until: null }

/** Stores the step of a running job. Does nothing when another worker has taken it over. */
export const stepUpdate = (db: Database, job: ClaimedJob, step: string, now: number) =>
  db.update(jobs).set({ step, updated_at: now }).where(mine(job))

/** SQL: completes the job under its fence, for a batch. `when`: only if this is true. */
export const completion = (db: Database, job: ClaimedJob, now: number, when?: SQL) =>
  db
    .update(jobs)
    .set({ ...ended, status: 'completed', error: null, updated_at: now })
    .where(and(mine(job), when))

/** Completes a job that has no result to store. */
export async function completeJob(db: Database, job: ClaimedJob, now: number): Promise<void> {
  await completion(db, job, now)
}

/** Puts a job back after a failed attempt until it is `due`. The sweeper does not resend it before then. */
export async function releaseJob(db: Database, job: ClaimedJob, due: number): Promise<void> {
  await db.update(jobs).set({ status: 'queued', step: null, lease_until: null, updated_at: due }).where(mine(job))
}

const failed = (error: ErrorCode, now: number) => ({ ...ended, status: 'failed' as const, error, updated_at: now })

const failedSubject = (id: string, kind: JobKind) =>
  sql`(SELECT subject_id FROM jobs WHERE id = ${id} AND kind = ${kind} AND status = 'failed')`
/** Logs that a shared link did not leave, erases the text of a mail, and ends a delivery, once sending failed for good. */
const settleGivenUp = (db: Database, id: string, now: number) =>
  [
    // An erased text marks a mail that was settled before.
    sql`INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id, patient_id)
      SELECT ${now}, page.doctor_id, 'patient_page_mail_failed', 'patient_page', page.id, visit.patient_id
      FROM jobs JOIN mails ON mails.id = jobs.subject_id AND mails.text IS NOT NULL
        JOIN patient_pages page ON page.id = jobs.input ->> '$.page' AND page.doctor_id = jobs.doctor_id
        JOIN consultations visit ON visit.id = page.consultation_id
      WHERE jobs.id = ${id} AND jobs.kind = 'mail' AND jobs.status = 'failed'`,
    db
      .update(mails)
      .set({ text: null, html: null })
      .where(sql`${mails.id} = ${failedSubject(id, 'mail')}`),
    db
      .update(deliveries)
      .set({ state: 'failed' })
      .where(and(sql`${deliveries.id} = ${failedSubject(id, 'delivery')}`, eq(deliveries.state, 'pending'))),
  ] as const

/** Fails the job; false when another worker has taken it over. */
export async function failClaimed(db: Database, job: ClaimedJob, error: ErrorCode, now: number): Promise<boolean> {
  const [failure] = await writeAll(db, [
    db.update(jobs).set(failed(error, now)).where(mine(job)),
    ...settleGivenUp(db, job.id, now),
  ])
  return hasWritten(failure)
}

/** Fails a job without a live worker: dead-lettered or out of attempts. Null when a worker holds it or it has ended. */
export async function failAbandoned(
  db: Database,
  id: string,
  error: (kind: JobKind) => ErrorCode,
  now: number,
): Promise<Job | null> {
  const job = await readJob(db, id)
  if (!job) return null
  const [failure] = await writeAll(db, [
    db
      .update(jobs)
      .set({ ...failed(error(job.kind), now), deaths: deathsByNow })
      .where(and(eq(jobs.id, id), free(now)))
      .returning(),
    ...settleGivenUp(db, id, now),
  ])
  const [row] = (failure?.results ?? []) as Job[]
  return row ?? null
}

/** Null when it is not the doctor's. */
export async function findJob(db: Database, doctorId: string, id: string): Promise<Job | null> {
  const own = and(eq(jobs.id, id), eq(jobs.doctor_id, doctorId))
  const [row] = await db.select().from(jobs).where(own)
  return row ?? null
}

/** The last job of a kind about a consultation. */
export async function latestJob(db: Database, doctorId: string, subjectId: string, kind: JobKind): Promise<Job | null> {
  const about = subject({ kind, doctorId, subjectId })
  const [row] = await db.select().from(jobs).where(about).orderBy(desc(jobs.created_at)).limit(1)
  return row ?? null
}

/**
 * Jobs whose queue message was lost (queued for long) or whose worker died (lease passed), oldest first. Updates the
 * time of queued ones, so that the next sweep leaves the message sent now time to arrive. Kinds that only a newer release
 * knows are left to it.
 */
export async function takeResendable(db: Database, now: number, limit: number) {
  const quiet = and(eq(jobs.status, 'queued'), lte(jobs.updated_at, now - JOB_RESEND_AFTER_MS))
  const died = and(eq(jobs.status, 'running'), lte(jobs.lease_until, now))
  const rows = await db
    .select({ id: jobs.id, kind: jobs.kind, attempts: jobs.attempts, deaths: jobs.deaths, status: jobs.status })
    .from(jobs)
    .where(and(or(quiet, died), inArray(jobs.kind, jobKinds)))
    .orderBy(asc(jobs.updated_at))
    .limit(limit)
  const selected = and(inArray(jobs.id, listed(rows.map(({ id }) => id))), eq(jobs.status, 'queued'))
  if (rows.length > 0) await db.update(jobs).set({ updated_at: now }).where(selected)
  return rows
}
