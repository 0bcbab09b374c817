import { type SQL, sql } from 'drizzle-orm'
import { expiryCutoff } from '#domain/retention/rules.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { idsIn, listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { type AuditedRequest, accountRow, auditInsertWhen } from './audit.ts'
import { type ClaimedJob, completion, stillMine } from './job.ts'
import { forgetLogos } from './logo.ts'
import { mailInserts, type NewMail } from './mail.ts'

export type Closed = { outcome: 'closed'; sessions: string[] } | { outcome: 'open_consultation' | 'already_closed' }

/**
 * Closes the account in one transaction: ends its sessions, stops its exports and schedules the end of its
 * subscription. Does nothing while a consultation is open. `billingJob`: the id of the job that tells Stripe, if there
 * is a customer.
 */
export async function closeAccount(
  db: Database,
  { doctorId, now, ...request }: AuditedRequest & { doctorId: string },
  { billingJob, mail }: { billingJob: string; mail: NewMail },
): Promise<Closed> {
  const open = sql`EXISTS (SELECT 1 FROM consultations WHERE doctor_id = ${doctorId} AND status = 'active')`
  const closed = sql`EXISTS (SELECT 1 FROM user WHERE id = ${doctorId} AND closed_at = ${now})`
  const [marked, ended] = await writeAll(db, [
    sql`UPDATE user SET closed_at = ${now} WHERE id = ${doctorId} AND closed_at IS NULL AND NOT ${open}`,
    sql`DELETE FROM session WHERE user_id = ${doctorId} AND ${closed} RETURNING id`,
    sql`UPDATE jobs SET status = 'failed', error = 'account_closed', step = NULL, lease_until = NULL, updated_at = ${now}
      WHERE doctor_id = ${doctorId} AND kind NOT IN ('mail', 'billing_sync', 'billing_end') AND status IN ('queued', 'running') AND ${closed}`,
    sql`UPDATE deliveries SET state = 'failed' WHERE doctor_id = ${doctorId} AND state = 'pending' AND ${closed}`,
    sql`UPDATE stripe_customers SET ending_at = ${now} WHERE doctor_id = ${doctorId} AND ${closed}`,
    billingEnd(doctorId, billingJob, now, closed),
    auditInsertWhen(accountRow(doctorId, 'account_closed', now, request), sql`WHERE ${closed}`),
  ])
  if (marked?.meta.changes !== 1) {
    const existing = await db.get(sql`SELECT 1 FROM user WHERE id = ${doctorId} AND closed_at IS NULL`)
    return { outcome: existing ? 'open_consultation' : 'already_closed' }
  }
  // The account stays closed even if the mail cannot be written.
  await writeAll(db, mailInserts(mail)).catch(() => undefined)
  return { outcome: 'closed', sessions: idsIn(ended) }
}

/** Creates a job that ends what the doctor pays for, unless one is under way. */
const billingEnd = (doctorId: string | SQL, jobId: string, now: number, when = sql`true`) =>
  sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
    SELECT ${jobId}, 'billing_end', doctor_id, customer_id, '{}', 'queued', 0, ${now}, ${now} FROM stripe_customers
    WHERE doctor_id = ${doctorId} AND ${when} AND NOT EXISTS (
      SELECT 1 FROM jobs WHERE subject_id = customer_id AND kind = 'billing_end' AND status IN ('queued', 'running'))`

/** Reopens a closed account before its deadline. False when the deadline has passed or the account is not closed. */
export async function reopenAccount(
  db: Database,
  { doctorId, now, ...request }: AuditedRequest & { doctorId: string },
): Promise<boolean> {
  const mayStill = sql`closed_at > ${expiryCutoff('closedAccount', now)} AND erased_at IS NULL`
  const [, reopened] = await writeAll(db, [
    auditInsertWhen(
      accountRow(doctorId, 'account_reopened', now, request),
      sql`FROM user WHERE id = ${doctorId} AND ${mayStill}`,
    ),
    sql`UPDATE user SET closed_at = NULL WHERE id = ${doctorId} AND ${mayStill}`,
    sql`UPDATE stripe_customers SET ending_at = NULL WHERE doctor_id = ${doctorId}
      AND EXISTS (SELECT 1 FROM user WHERE id = ${doctorId} AND closed_at IS NULL)`,
  ])
  return reopened?.meta.changes === 1
}

/** Whether the doctor has closed the account. */
export async function isClosed(db: Database, doctorId: string): Promise<boolean> {
  return (await db.get(sql`SELECT 1 FROM user WHERE id = ${doctorId} AND closed_at IS NOT NULL`)) !== undefined
}

/** Closed accounts whose deadline has passed. */
export async function erasable(
  db: Database,
  now: number,
  limit: number,
): Promise<{ id: string; email: string; name: string }[]> {
  return db.all(sql`SELECT id, email, name FROM user WHERE closed_at IS NOT NULL AND erased_at IS NULL
    AND closed_at <= ${expiryCutoff('closedAccount', now)} ORDER BY closed_at, id LIMIT ${limit}`)
}

/** Ids of open consultations, whose rooms have storage of their own. */
export async function unfinishedOf(db: Database, doctorId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM consultations WHERE doctor_id = ${doctorId} AND status = 'active' ORDER BY start_time, id LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes open consultations after their rooms were emptied. */
export async function eraseUnfinished(db: Database, doctorId: string, ids: readonly string[]): Promise<void> {
  const visits = sql`(SELECT id FROM consultations WHERE doctor_id = ${doctorId} AND status = 'active'
    AND id IN ${listed(ids)})`
  await writeAll(db, [
    sql`DELETE FROM consents WHERE consultation_id IN ${visits}`,
    sql`DELETE FROM jobs WHERE subject_id IN ${visits}`,
    sql`DELETE FROM consultations WHERE id IN ${visits}`,
  ])
}

const dueFor = (doctorId: string, now: number) => sql`EXISTS (SELECT 1 FROM user WHERE id = ${doctorId}
  AND erased_at IS NULL AND closed_at <= ${expiryCutoff('closedAccount', now)})`

/** Deletes up to `limit` patients without a consultation, with their search index rows. Returns the number deleted. */
export async function erasePatients(db: Database, doctorId: string, now: number, limit: number): Promise<number> {
  const [erased] = await writeAll(db, [
    sql`DELETE FROM medical_patients WHERE id IN (SELECT id FROM medical_patients WHERE doctor_id = ${doctorId}
      AND NOT EXISTS (SELECT 1 FROM consultations WHERE patient_id = medical_patients.id) LIMIT ${limit})
      AND ${dueFor(doctorId, now)} RETURNING 1`,
  ])
  return erased?.results.length ?? 0
}

/**
 * Erases a closed account after its deadline; true if it did. A doctor with records keeps name, CRM, specialty and
 * address, and the address may sign up again. Without records, only the audit log remains.
 */
export async function eraseAccount(db: Database, doctorId: string, mail: NewMail, now: number): Promise<boolean> {
  const due = dueFor(doctorId, now)
  const none = sql`NOT EXISTS (SELECT 1 FROM consultations WHERE doctor_id = ${doctorId})`
  const paying = sql`EXISTS (SELECT 1 FROM stripe_customers WHERE doctor_id = ${doctorId} AND ending_at IS NOT NULL)`
  const own = (table: string, column = 'doctor_id') =>
    sql`DELETE FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${doctorId} AND ${due}`
  const results = await writeAll(db, [
    auditInsertWhen(accountRow(doctorId, 'account_erased', now), sql`WHERE ${due}`),
    own('session', 'user_id'),
    own('account', 'user_id'),
    own('verification', 'value'),
    own('second_factors'),
    own('recovery_codes'),
    own('mails'),
    own('corrected_words'),
    own('copy_profiles'),
    // Those that issued documents name stay as long as these.
    sql`UPDATE logos SET removed_at = ${now} WHERE doctor_id = ${doctorId} AND removed_at IS NULL AND ${due}`,
    forgetLogos(doctorId),
    own('own_writings'),
    own('integrations'),
    own('deliveries'),
    own('exports'),
    own('data_exports'),
    sql`DELETE FROM jobs WHERE doctor_id = ${doctorId} AND ${due} AND kind <> 'billing_end'
      AND NOT (kind = 'structure' AND status = 'failed')`,
    sql`DELETE FROM medical_patients WHERE doctor_id = ${doctorId} AND ${due}
      AND NOT EXISTS (SELECT 1 FROM consultations WHERE patient_id = medical_patients.id)`,
    // Keep the customer while the job that ends its charges needs it.
    sql`DELETE FROM user_subscriptions WHERE user_id = ${doctorId} AND ${due} AND NOT ${paying}`,
    sql`DELETE FROM stripe_customers WHERE doctor_id = ${doctorId} AND ${due} AND NOT ${paying}`,
    sql`UPDATE profiles SET phone = NULL, address = NULL, cpf = NULL, time_zone = ${TIME_ZONE}, updated_at = ${now},
      kept_email = (SELECT email FROM user WHERE id = ${doctorId}) WHERE id = ${doctorId} AND ${due}`,
    sql`DELETE FROM user WHERE id = ${doctorId} AND ${due} AND ${none} AND NOT ${paying}`,
    sql`UPDATE user SET erased_at = ${now}, email = 'encerrada-' || id || '@conta.invalid', image = NULL, updated_at = ${now}
      WHERE id = ${doctorId} AND erased_at IS NULL AND closed_at <= ${expiryCutoff('closedAccount', now)}`,
    ...mailInserts(mail),
  ])
  return (results[0]?.meta.changes ?? 0) > 0
}

export type Charged = { doctorId: string; customerId: string }

/** Customers of closed accounts whom Stripe still charges, without a recent job to end it. */
export async function stillCharged(db: Database, now: number, limit: number): Promise<Charged[]> {
  return db.all(sql`SELECT doctor_id AS doctorId, customer_id AS customerId FROM stripe_customers
    WHERE ${charged(now)} AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject_id = customer_id AND kind = 'billing_end'
      AND (status IN ('queued', 'running') OR updated_at > ${now - ENDING_AGAIN_MS})) LIMIT ${limit}`)
}

/** Pause before the next attempt to end the charges at Stripe, in ms. */
const ENDING_AGAIN_MS = 60 * 60_000
/** SQL: the charges of a closed account should have ended at least an hour ago. */
export const charged = (now: number) => sql`ending_at <= ${now - ENDING_AGAIN_MS}`

/** Creates the job that ends the doctor's charges. False if one is under way or there is no customer. */
export async function askBillingEnd(db: Database, doctorId: string, jobId: string, now: number): Promise<boolean> {
  const [row] = await writeAll(db, [billingEnd(doctorId, jobId, now)])
  return row?.meta.changes === 1
}

/** Ends a subscription that a checkout started before the account was closed. True if it created the job. */
export async function requestLateEnd(db: Database, customerId: string, jobId: string, now: number): Promise<boolean> {
  const owner = sql`(SELECT doctor_id FROM stripe_customers JOIN user ON user.id = doctor_id
    WHERE customer_id = ${customerId} AND closed_at IS NOT NULL)`
  const [, job] = await writeAll(db, [
    sql`UPDATE stripe_customers SET ending_at = ${now} WHERE doctor_id = ${owner} AND ending_at IS NULL`,
    billingEnd(owner, jobId, now),
  ])
  return job?.meta.changes === 1
}

/** The last checkout, perhaps open, of a closed account whose charges have not ended at Stripe; else null. */
export async function findEnding(db: Database, customerId: string): Promise<{ checkout: string | null } | null> {
  const row = await db.get<{ checkout: string | null }>(
    sql`SELECT checkout_session_id AS checkout FROM stripe_customers WHERE customer_id = ${customerId} AND ending_at IS NOT NULL`,
  )
  return row ?? null
}

/** Records that Stripe ended all charges. Deletes the customer of an erased account. */
export async function recordBillingEnd(db: Database, job: ClaimedJob, now: number): Promise<boolean> {
  const erased = sql`(SELECT doctor_id FROM stripe_customers JOIN user ON user.id = doctor_id
    WHERE customer_id = ${job.subject_id} AND erased_at IS NOT NULL)`
  const results = await writeAll(db, [
    sql`UPDATE stripe_customers SET ending_at = NULL WHERE customer_id = ${job.subject_id} AND ${stillMine(job)}`,
    sql`DELETE FROM user_subscriptions WHERE user_id IN ${erased}`,
    // A user without records was kept only until the charges ended.
    sql`DELETE FROM user WHERE id IN ${erased} AND NOT EXISTS (SELECT 1 FROM consultations WHERE doctor_id = user.id)`,
    sql`DELETE FROM stripe_customers WHERE doctor_id IN ${erased}`,
    completion(db, job, now),
  ])
  return results.at(-1)?.meta.changes === 1
}
