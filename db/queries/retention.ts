import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#domain/audit.ts'
import { expiryCutoff, type RetentionSubject } from '#domain/retention/rules.ts'
import { site } from '#domain/site.ts'
import { listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { charged } from './closing.ts'

/** A kind of expired rows: their table and the column of their time; the audit action, if each has a doctor. */
type Kind = { table: SQL; time: SQL; receipt: AuditAction | null; due: (now: number) => SQL }

/** Rows of this table go when `rule` says so, by their time, if they are also such. */
const kind = (
  table: string,
  time: string,
  rule: RetentionSubject,
  receipt: AuditAction | null = null,
  also = sql`true`,
): Kind => ({
  table: sql.raw(table),
  time: sql.raw(time),
  receipt,
  due: (now) => sql`${sql.raw(time)} <= ${expiryCutoff(rule, now)} AND ${also}`,
})

const GOING = sql`('queued', 'running')`
const DONE = sql`(status = 'completed' OR status = 'failed' AND kind <> 'structure')`

/** A failed structuring job goes with its consultation. Rows of exports outlive their files as long as jobs do. */
export const forgettable = {
  verifications: kind('verification', 'expires_at', 'verification'),
  attempts: kind('rate_limit', 'last_request', 'attempts'),
  mails: kind('mails', 'created_at', 'mail', 'mails_forgotten'),
  outbox: kind('outbox_mail', 'created_at', 'mail'),
  exports: kind('exports', 'expired_at', 'job'),
  deliveries: kind('deliveries', 'created_at', 'delivery', 'deliveries_forgotten'),
  jobs: kind('jobs', 'updated_at', 'job', 'jobs_forgotten', DONE),
}
export type Forgettable = keyof typeof forgettable

/** Deletes at most `limit` rows, oldest first, with one audit row per doctor. Returns the number deleted. */
export async function forget(db: Database, what: Forgettable, now: number, limit: number): Promise<number> {
  const { table, time, receipt, due } = forgettable[what]
  const chosen = sql`${table} WHERE id IN (SELECT id FROM ${table} WHERE ${due(now)} ORDER BY ${time}, id LIMIT ${limit})`
  const auditRows = receipt ? [auditCounts(chosen, sql`doctor_id`, receipt, now)] : []
  const results = await writeAll(db, [...auditRows, sql`DELETE FROM ${chosen}`])
  return results.at(-1)?.meta.changes ?? 0
}

/** Writes one audit row per doctor, with the number of that doctor's rows. */
const auditCounts = (from: SQL, owner: SQL, receipt: AuditAction, now: number): SQL =>
  sql`INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id)
    SELECT ${now}, ${owner}, ${receipt}, 'count', count(*) FROM ${from} AND ${owner} IS NOT NULL GROUP BY ${owner}`

const overSessions = (now: number) => sql`session WHERE expires_at <= ${expiryCutoff('session', now)}`
const oldSignUps = (now: number) =>
  sql`user WHERE email_verified = 0 AND erased_at IS NULL AND created_at <= ${expiryCutoff('signUp', now)}`
const oldFiles = (now: number) => sql`exports WHERE expired_at IS NULL AND created_at <= ${expiryCutoff('pdf', now)}`
const longOpen = (now: number) =>
  sql`consultations WHERE status = 'active' AND start_time <= ${expiryCutoff('audio', now)}`

/** Deletes expired sessions with an audit row. Returns their ids and doctors, whose sockets must close. */
export async function forgetSessions(
  db: Database,
  now: number,
  limit: number,
): Promise<{ id: string; doctorId: string }[]> {
  const chosen = sql`SELECT id FROM ${overSessions(now)} ORDER BY expires_at, id LIMIT ${limit}`
  const [, gone] = await writeAll(db, [
    auditCounts(sql`session WHERE id IN (${chosen})`, sql`user_id`, 'sessions_forgotten', now),
    sql`DELETE FROM session WHERE id IN (${chosen}) RETURNING id, user_id AS doctorId`,
  ])
  return (gone?.results ?? []) as { id: string; doctorId: string }[]
}

/** Deletes old sign-ups with an unconfirmed address; they hold no data. */
export async function forgetSignUps(db: Database, now: number, limit: number): Promise<number> {
  const chosen = sql`SELECT id FROM ${oldSignUps(now)}
    AND NOT EXISTS (SELECT 1 FROM medical_patients WHERE doctor_id = user.id) ORDER BY created_at, id LIMIT ${limit}`
  const results = await writeAll(db, [
    sql`INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id)
      SELECT ${now}, id, 'sign_up_forgotten', 'doctor', id FROM user WHERE id IN (${chosen})`,
    sql`DELETE FROM user WHERE id IN (${chosen})`,
  ])
  return results.at(-1)?.meta.changes ?? 0
}

/** Exports whose PDF has expired, oldest first. */
export async function outdatedExports(
  db: Database,
  now: number,
  limit: number,
): Promise<{ id: string; doctorId: string }[]> {
  return db.all(sql`SELECT id, doctor_id AS doctorId FROM ${oldFiles(now)}
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = exports.job_id AND status IN ${GOING})
    ORDER BY created_at, id LIMIT ${limit}`)
}

/** Marks exports whose files were deleted. */
export async function markExpired(db: Database, ids: readonly string[], now: number): Promise<void> {
  const chosen = listed(ids)
  await writeAll(db, [
    sql`INSERT INTO audit_log (at, doctor_id, action, subject_kind, subject_id, patient_id)
      SELECT ${now}, file.doctor_id, 'export_expired', 'export', file.id, visit.patient_id
      FROM exports file JOIN consultations visit ON visit.id = file.consultation_id
      WHERE file.id IN ${chosen} AND file.expired_at IS NULL`,
    sql`UPDATE exports SET file_key = NULL, bytes = NULL, expired_at = ${now} WHERE id IN ${chosen} AND expired_at IS NULL`,
  ])
}

export type LeftOpen = { id: string; doctorId: string; startedAt: number }

/** The offset into a long queue for this minute. It moves on each minute, so rows that stay cannot block the rest. */
export const turnOf = (now: number, limit: number, waiting: SQL): SQL =>
  sql`${limit} * (${Math.floor(now / 60_000)} % max(1, (${waiting} + ${limit - 1}) / ${limit}))`

/** Open consultations older than audio may be stored. The room decides whether one in use stays open. */
export async function leftOpen(db: Database, now: number, limit: number): Promise<LeftOpen[]> {
  const due = longOpen(now)
  return db.all(sql`SELECT id, doctor_id AS doctorId, start_time AS startedAt FROM ${due}
    ORDER BY start_time, id LIMIT ${limit} OFFSET ${turnOf(now, limit, sql`(SELECT count(*) FROM ${due})`)}`)
}

export type RetentionWork =
  | Forgettable
  | 'sessions'
  | 'signUps'
  | 'files'
  | 'dataExports'
  | 'leftOpen'
  | 'contacts'
  | 'closedAccounts'
  | 'records'
  | 'closedBilling'

/** The kinds of retention work that are due, in one query. */
export async function workDue(db: Database, now: number): Promise<RetentionWork[]> {
  const oldRecord = expiryCutoff('record', now)
  const questions: Record<RetentionWork, SQL> = {
    ...(Object.fromEntries(
      Object.entries(forgettable).map(([what, { table, due }]) => [what, sql`${table} WHERE ${due(now)}`]),
    ) as Record<Forgettable, SQL>),
    sessions: overSessions(now),
    signUps: oldSignUps(now),
    files: oldFiles(now),
    dataExports: sql`data_exports WHERE removed_at IS NULL AND expires_at <= ${now}`,
    contacts: sql`contact_messages WHERE created_at <= ${now - site.contactKeptDays * 86_400_000}`,
    leftOpen: longOpen(now),
    closedAccounts: sql`user WHERE closed_at IS NOT NULL AND erased_at IS NULL AND closed_at <= ${expiryCutoff('closedAccount', now)}`,
    records: sql`medical_patients WHERE updated_at < ${oldRecord} AND ifnull(last_consultation, 0) < ${oldRecord}`,
    closedBilling: sql`stripe_customers WHERE ${charged(now)}`,
  }
  const names = Object.keys(questions) as RetentionWork[]
  const columns = names.map((name) => sql`EXISTS (SELECT 1 FROM ${questions[name]}) AS ${sql.raw(`"${name}"`)}`)
  const row = await db.get<Record<RetentionWork, number>>(sql`SELECT ${sql.join(columns, sql`, `)}`)
  return names.filter((name) => row?.[name] === 1)
}
