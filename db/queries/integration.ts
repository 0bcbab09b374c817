import { and, desc, eq, inArray, isNotNull, like, type SQL, sql } from 'drizzle-orm'
import { DELIVERIES_SHOWN, type DeliveryEvent, type IntegrationKind } from '#domain/integration/integration.ts'
import { hasWritten, listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { deliveries, integrations } from '../schema/integration.ts'
import { jobs } from '../schema/job.ts'
import { type AuditRow, auditInsertWhen } from './audit.ts'

export type StoredIntegration = typeof integrations.$inferSelect
export type StoredDelivery = typeof deliveries.$inferSelect

const own = (doctorId: string, kind: IntegrationKind) =>
  and(eq(integrations.doctor_id, doctorId), eq(integrations.kind, kind))

/** The doctor's integrations, at most one of each kind. */
export const listIntegrations = (db: Database, doctorId: string): Promise<StoredIntegration[]> =>
  db.select().from(integrations).where(eq(integrations.doctor_id, doctorId)).orderBy(desc(integrations.kind))

export async function findIntegration(
  db: Database,
  doctorId: string,
  kind: IntegrationKind,
): Promise<StoredIntegration | null> {
  const [row] = await db.select().from(integrations).where(own(doctorId, kind))
  return row ?? null
}

/** Every doctor's integrations whose secret is encrypted under the key of this mark. For the cron alone. */
export const integrationsUnderKey = (db: Database, mark: string, limit: number): Promise<StoredIntegration[]> =>
  db
    .select()
    .from(integrations)
    .where(like(integrations.secret, `${mark}.%`))
    .limit(limit)

/** Stores the same secret under another key, unless the doctor has changed it meanwhile. */
export async function replaceIntegrationSecret(
  db: Database,
  { doctor_id, kind, secret: old }: StoredIntegration,
  secret: string,
): Promise<void> {
  await db
    .update(integrations)
    .set({ secret })
    .where(and(own(doctor_id, kind), eq(integrations.secret, old)))
}

export type NewIntegration = Pick<StoredIntegration, 'doctor_id' | 'kind' | 'address' | 'secret' | 'events'>

/** Creates or replaces the integration of its kind. Another address starts without a pause, and gets what waited. */
export async function saveIntegration(db: Database, { now, ...one }: NewIntegration & { now: number }): Promise<void> {
  const { address, secret, events } = one
  const saved = db
    .insert(integrations)
    .values({ ...one, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: [integrations.doctor_id, integrations.kind],
      set: {
        ...{ address, secret, events, updated_at: now },
        paused_at: sql`CASE WHEN ${integrations.address} = ${address} THEN ${integrations.paused_at} END`,
        delivered_at: sql`CASE WHEN ${integrations.address} = ${address} THEN ${integrations.delivered_at} END`,
      },
    })
  await writeAll(db, [saved, ...sendWaiting(one.doctor_id, one.kind, now)])
}

/** Removes the integration, and ends what was still to be sent. False without one. */
export async function removeIntegration(db: Database, doctorId: string, kind: IntegrationKind): Promise<boolean> {
  const [removed] = await writeAll(db, [
    db.delete(integrations).where(own(doctorId, kind)),
    db
      .update(deliveries)
      .set({ state: 'failed' })
      .where(
        and(
          eq(deliveries.doctor_id, doctorId),
          eq(deliveries.kind, kind),
          inArray(deliveries.state, ['pending', 'waiting']),
        ),
      ),
  ])
  return hasWritten(removed)
}

/** The doctor's last deliveries, newest first. */
export const listDeliveries = (db: Database, doctorId: string): Promise<StoredDelivery[]> =>
  db
    .select()
    .from(deliveries)
    .where(eq(deliveries.doctor_id, doctorId))
    .orderBy(desc(deliveries.created_at), desc(deliveries.id))
    .limit(DELIVERIES_SHOWN)

export async function findDelivery(db: Database, doctorId: string, id: string): Promise<StoredDelivery | null> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.doctor_id, doctorId)))
  return row ?? null
}

/** An id as `crypto.randomUUID` makes it. */
const newId = sql`lower(printf('%s-%s-4%.3s-a%.3s-%s', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(2)),
  hex(randomblob(2)), hex(randomblob(6))))`
/** Creates a job for each of these pending deliveries that has none under way: two would send it twice. */
const jobsOf = (doctorId: string, which: SQL, now: number) =>
  sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
    SELECT ${newId}, 'delivery', doctor_id, id, '{}', 'queued', 0, ${now}, ${now} FROM deliveries
    WHERE doctor_id = ${doctorId} AND state = 'pending' AND ${which} AND NOT EXISTS (
      SELECT 1 FROM jobs WHERE subject_id = deliveries.id AND jobs.kind = 'delivery' AND status IN ('queued', 'running'))`

/** SQL: sends what waited for an integration, unless it is paused or its account disabled. */
export const sendWaiting = (doctorId: string, kind: IntegrationKind, now: number): [SQL, SQL] => [
  sql`UPDATE deliveries SET state = 'pending', attempts = 0
    WHERE doctor_id = ${doctorId} AND kind = ${kind} AND state = 'waiting' AND EXISTS (
      SELECT 1 FROM integrations WHERE doctor_id = ${doctorId} AND kind = ${kind} AND paused_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM user WHERE id = ${doctorId} AND disabled_at IS NOT NULL)`,
  jobsOf(doctorId, sql`kind = ${kind}`, now),
]

export type Happened = {
  doctorId: string
  event: DeliveryEvent
  consultationId: string
  subjectId: string | null
  now: number
}

/**
 * Statements that create the deliveries of an event with their jobs, for the batch that writes the event itself. A
 * paused integration makes them wait. `when`: true if the batch writes the event.
 */
export function deliveryInserts({ doctorId, event, consultationId, subjectId, now }: Happened, when: SQL): SQL[] {
  const wanted = (['webhook', 'fhir'] as const).map((kind) => ({ kind, id: crypto.randomUUID() }))
  return [
    sql`INSERT INTO deliveries (id, doctor_id, kind, event, consultation_id, subject_id, state, attempts, created_at)
      SELECT wanted.value ->> 'id', ${doctorId}, one.kind, ${event}, ${consultationId}, ${subjectId},
        CASE WHEN one.paused_at IS NULL THEN 'pending' ELSE 'waiting' END, 0, ${now}
      FROM json_each(${JSON.stringify(wanted)}) AS wanted
      JOIN integrations one ON one.doctor_id = ${doctorId} AND one.kind = wanted.value ->> 'kind'
      WHERE ${event} IN (SELECT value FROM json_each(one.events)) AND ${when}`,
    jobsOf(doctorId, sql`id IN ${listed(wanted.map(({ id }) => id))}`, now),
  ]
}

/** Messages that one request sends; the sweeper sends those of further jobs. */
const RUNG_AT_ONCE = 500
/** Jobs of the doctor's deliveries that no worker has taken yet, for their queue messages. */
export async function unsentDeliveryJobs(db: Database, doctorId: string): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(eq(jobs.doctor_id, doctorId), eq(jobs.status, 'queued'), eq(jobs.kind, 'delivery'), eq(jobs.attempts, 0)),
    )
    .limit(RUNG_AT_ONCE)
  return rows.map(({ id }) => id)
}

/** Sends an ended or waiting delivery again, under its own id. False while it is under way. */
export async function repeatDelivery(
  db: Database,
  doctorId: string,
  id: string,
  audit: AuditRow,
  now: number,
): Promise<boolean> {
  const again = sql`id = ${id} AND doctor_id = ${doctorId} AND state <> 'pending'`
  const [logged] = await writeAll(db, [
    auditInsertWhen(audit, sql`FROM deliveries WHERE ${again}`),
    sql`UPDATE deliveries SET state = 'pending', attempts = 0, failure = NULL, status = NULL WHERE ${again}`,
    jobsOf(doctorId, sql`id = ${id}`, now),
  ])
  return hasWritten(logged)
}

/** Ends the pause and sends what waited for it. Returns how many; null without a paused integration. */
export async function resumeIntegration(
  db: Database,
  doctorId: string,
  kind: IntegrationKind,
  now: number,
): Promise<number | null> {
  const [resumed, sent] = await writeAll(db, [
    db
      .update(integrations)
      .set({ paused_at: null, updated_at: now })
      .where(and(own(doctorId, kind), isNotNull(integrations.paused_at))),
    ...sendWaiting(doctorId, kind, now),
  ])
  return hasWritten(resumed) ? (sent?.meta.changes ?? 0) : null
}

/** Stores a test that 'Enviar teste' sent, with its outcome. */
export async function storeTest(db: Database, test: StoredDelivery): Promise<void> {
  await db.insert(deliveries).values(test)
}
