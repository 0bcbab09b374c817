import { type Database, openDatabase } from '#db/client.ts'
import {
  type ClaimedJob,
  claimJob,
  failAbandoned,
  failClaimed,
  failShut,
  isSpent,
  type Job,
  readJob,
  releaseJob,
  stepUpdate,
} from '#db/queries/job.ts'
import { AppError, type ErrorCode, statusOf } from '#domain/errors.ts'
import {
  type JobKind,
  type JobMessage,
  type JobOutcome,
  jobMessage,
  RETRY_SECONDS,
  syntheticMessage,
} from '#domain/jobs.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { announce } from './announce.ts'
import { runDataExport } from './data-export.ts'
import { runDelivery } from './delivery.ts'
import type { DoctorJobRun, JobRun } from './job.ts'
import { mailInput, runMail } from './mail.ts'
import { runPdf } from './pdf.ts'
import { runStructure } from './structure.ts'
import { runBillingEnd, runBillingSync } from './subscription.ts'

const forDoctor =
  (run: DoctorJobRun): JobRun =>
  async (context) => {
    const { doctor_id } = context.job
    if (doctor_id === null) throw new AppError('internal')
    return run({ ...context, job: { ...context.job, doctor_id } })
  }

const runs: Record<JobKind, JobRun> = {
  structure: forDoctor(runStructure),
  pdf: forDoctor(runPdf),
  data_export: forDoctor(runDataExport),
  mail: runMail,
  billing_sync: runBillingSync,
  billing_end: runBillingEnd,
  delivery: forDoctor(runDelivery),
}
/** Error code of a job whose failure was not caused by the doctor. */
export const failureOf: Record<JobKind, ErrorCode> = {
  structure: 'structuring_failed',
  pdf: 'export_failed',
  data_export: 'data_export_failed',
  mail: 'mail_failed',
  billing_sync: 'subscription_status_failed',
  billing_end: 'cancel_failed',
  delivery: 'delivery_failed',
}

/** Suffix of the dead letter queue in every environment. */
const DEAD_LETTERS = '-dead-letters'
/** Seconds until redelivery while the database does not answer. */
const OUTAGE_SECONDS = 30
const MAX_DELAY_SECONDS = 12 * 3_600

/** Writes the record of a synthetic consultation. Without one its run fails by itself, so no message is delivered again. */
async function play(env: Env, message: Message, id: string): Promise<void> {
  try {
    const { recordSynthetically } = await import('../synthetic/record.ts')
    await recordSynthetically(env, id)
  } catch (error) {
    log({ event: 'uncaught', where: 'queue', errorName: nameOf(error) })
  }
  message.ack()
}

/** Handles each message separately: a failure never repeats the others of its batch. */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  const act = batch.queue.endsWith(DEAD_LETTERS) ? failJob : handle
  await Promise.all(
    batch.messages.map(async (message) => {
      const synthetic = syntheticMessage.safeParse(message.body)
      if (synthetic.success) return play(env, message, synthetic.data.id)
      const parsed = jobMessage.safeParse(message.body)
      if (!parsed.success) {
        log({ event: 'job_unreadable', queue: batch.queue })
        return message.ack()
      }
      try {
        await act(env, db, message, parsed.data)
      } catch (error) {
        // Only the database can have failed here: the job's row is unchanged or its lease will expire.
        log({ event: 'job_failed', ...idOf(parsed.data), attempt: 0, errorName: nameOf(error) })
        message.retry({ delaySeconds: OUTAGE_SECONDS })
      }
    }),
  )
}

const idOf = ({ kind, id }: JobMessage) => ({ kind, id })

async function handle(env: Env, db: Database, message: Message, bell: JobMessage): Promise<void> {
  const startedAt = Date.now()
  const job = await claimJob(db, bell.id, startedAt)
  if (!job) return unclaimed(env, db, message, bell, startedAt)
  const step = async (name: string) => {
    await stepUpdate(db, job, name, Date.now())
    await announce(env, job, 'running', name)
  }
  let outcome: JobOutcome
  try {
    outcome = await runs[job.kind]({ env, db, job, startedAt, step })
  } catch (error) {
    return failedAttempt(env, db, message, job, error)
  }
  if (outcome === 'deferred') return failedAttempt(env, db, message, job, null)
  const now = Date.now()
  const age = outcome === 'completed' ? { age: now - job.created_at } : {}
  log({ event: 'job_done', ...idOf(bell), outcome, ms: now - startedAt, ...age })
  if (outcome === 'completed') await announce(env, job, 'completed')
  message.ack()
}

/** The job is unknown, leased by another worker, ended, out of attempts, or of a closed account. */
async function unclaimed(env: Env, db: Database, message: Message, bell: JobMessage, now: number): Promise<void> {
  const job = await readJob(db, bell.id)
  const isLeased = job?.status === 'running' && (job.lease_until ?? 0) > now
  if (job && isLeased) {
    // If that worker dies, redeliver this message after its lease has expired.
    const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(((job.lease_until ?? now) - now) / 1_000) + 1)
    log({ event: 'job_done', ...idOf(bell), outcome: 'deferred', ms: 0 })
    return message.retry({ delaySeconds })
  }
  if (job && job.status !== 'completed' && isSpent(job)) {
    await giveUp(env, db, job.id)
    // Its message continues to the dead letter queue, as that of every failed job does.
    return message.retry()
  }
  if (job) await failShut(db, job.id, now)
  log({ event: 'job_done', ...idOf(bell), outcome: 'stale', ms: 0 })
  message.ack()
}

async function failedAttempt(env: Env, db: Database, message: Message, job: ClaimedJob, error: unknown): Promise<void> {
  const now = Date.now()
  const { kind, id, attempts: attempt } = job
  log({
    event: 'job_failed',
    kind,
    id,
    attempt,
    errorName: error instanceof AppError ? error.code : error === null ? 'deferred' : nameOf(error),
  })
  const final = error instanceof AppError && statusOf(error.code) < 500
  const delaySeconds = RETRY_SECONDS[kind][attempt - 1]
  if (!final && delaySeconds !== undefined) {
    await releaseJob(db, job, now + delaySeconds * 1_000)
    await announce(env, job, 'queued')
    return message.retry({ delaySeconds })
  }
  const code = final ? error.code : failureOf[kind]
  if (await failClaimed(db, job, code, now)) await failed(env, job, code)
  // A refusal is a result. Other failures continue to the dead letter queue.
  if (final) message.ack()
  else message.retry()
}

/** Consumes the dead letter queue: fails the job so that the doctor stops waiting. */
async function failJob(env: Env, db: Database, message: Message, bell: JobMessage): Promise<void> {
  if (!(await giveUp(env, db, bell.id))) log({ event: 'job_dead', ...idOf(bell) })
  message.ack()
}

/** Fails a job without a lease and announces it on screen and in the log. Returns false when it is leased or ended. */
export async function giveUp(env: Env, db: Database, id: string): Promise<boolean> {
  const job = await failAbandoned(db, id, (kind) => failureOf[kind], Date.now())
  if (!job) return false
  log({ event: 'job_dead', kind: job.kind, id })
  await failed(env, job, failureOf[job.kind])
  return true
}

/** Announces the failure on the doctor's screens; a mail has no screen, so it is only logged. */
async function failed(
  env: Env,
  job: Pick<Job, 'id' | 'kind' | 'subject_id' | 'input'>,
  code: ErrorCode,
): Promise<void> {
  if (job.kind !== 'mail') return announce(env, job, 'failed')
  log({ event: 'mail_failed', kind: mailInput.parse(JSON.parse(job.input)).mail, id: job.id, errorName: code })
}
