import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { DeliveryFailure } from '#domain/integration/integration.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { deliveries, integrations } from '../schema/integration.ts'
import { auditInsertWhen } from './audit.ts'
import type { StoredDelivery } from './integration.ts'
import { completion, type DoctorJob, stillMine } from './job.ts'

/** Status is the HTTP status of the answer; null without one. */
export type Attempt = { failure: DeliveryFailure | null; status: number | null }

const mine = (job: DoctorJob, { id }: StoredDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.doctor_id, job.doctor_id), stillMine(job))
const integrationOf = (job: DoctorJob, { kind }: StoredDelivery) =>
  and(eq(integrations.doctor_id, job.doctor_id), eq(integrations.kind, kind))

/** Stores that the receiver accepted it, with the audit row, and completes the job. False: another worker has it. */
export async function saveDelivered(
  db: Database,
  job: DoctorJob,
  delivery: StoredDelivery,
  { status }: Attempt,
  now: number,
): Promise<boolean> {
  const outcome = { state: 'delivered', attempts: job.attempts, failure: null, status, attempted_at: now } as const
  const isDocument = delivery.event === 'document.issued'
  const results = await writeAll(db, [
    db.update(deliveries).set(outcome).where(mine(job, delivery)),
    db
      .update(integrations)
      .set({ delivered_at: now })
      .where(and(integrationOf(job, delivery), stillMine(job))),
    auditInsertWhen(
      {
        at: now,
        doctorId: job.doctor_id,
        action: 'record_delivered',
        subject: isDocument ? 'document' : 'consultation',
        subjectId: (isDocument ? delivery.subject_id : delivery.consultation_id) ?? '',
      },
      sql`WHERE ${stillMine(job)}`,
    ),
    completion(db, job, now),
  ])
  return results.at(-1)?.meta.changes === 1
}

type Failed = Attempt & {
  /** No further attempt follows. */
  final: boolean
  /** A final failure of the receiver pauses the integration, unless a delivery arrived since this one was created. */
  pauses: boolean
}

/** Stores a failed attempt. */
export async function saveAttempt(
  db: Database,
  job: DoctorJob,
  delivery: StoredDelivery,
  { failure, status, final, pauses }: Failed,
  now: number,
): Promise<void> {
  const silent = or(isNull(integrations.delivered_at), lt(integrations.delivered_at, delivery.created_at))
  await db.batch([
    db
      .update(deliveries)
      .set({ attempts: job.attempts, failure, status, attempted_at: now, ...(final && { state: 'failed' as const }) })
      .where(mine(job, delivery)),
    db
      .update(integrations)
      .set({ paused_at: now })
      .where(
        and(
          integrationOf(job, delivery),
          isNull(integrations.paused_at),
          silent,
          stillMine(job),
          sql`${Number(final && pauses)}`,
        ),
      ),
  ])
}

/**
 * Completes a job that sends nothing: its delivery has ended, or waits from now on because its integration is paused or
 * its account disabled. False when it has just been asked for again: this job must send it, because it has no other.
 */
export async function endUnsent(db: Database, job: DoctorJob, now: number): Promise<boolean> {
  const own = sql`id = ${job.subject_id} AND doctor_id = ${job.doctor_id} AND state = 'pending'`
  const results = await writeAll(db, [
    sql`UPDATE deliveries SET state = 'waiting' WHERE ${own} AND ${stillMine(job)} AND (EXISTS (
      SELECT 1 FROM integrations AS one WHERE one.doctor_id = deliveries.doctor_id AND one.kind = deliveries.kind
        AND one.paused_at IS NOT NULL) OR EXISTS (
      SELECT 1 FROM user WHERE user.id = deliveries.doctor_id AND disabled_at IS NOT NULL))`,
    completion(db, job, now, sql`NOT EXISTS (SELECT 1 FROM deliveries WHERE ${own})`),
  ])
  return hasWritten(results.at(-1))
}
