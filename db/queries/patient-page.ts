import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { MOST_FAILURES, PAGE_ACCESSES, type PageAccess, type PageState } from '#domain/patient-page/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditLog } from '../schema/audit.ts'
import { patientPages as pages } from '../schema/patient-page.ts'
import { type AuditedRequest, type AuditRow, auditInsertWhen } from './audit.ts'
import { mailInserts, type NewMail } from './mail.ts'

const openings = (value: string) => sql`(SELECT ${sql.raw(value)} FROM audit_log
  WHERE subject_id = patient_pages.id AND subject_kind = 'patient_page' AND action = 'patient_page_opened')`

/** SQL of `jobs`: the last mail with a page's link failed for good. Mailing it again replaces the failure. */
export const isFailedMail = sql`jobs.kind = 'mail' AND jobs.status = 'failed' AND NOT EXISTS (SELECT 1 FROM audit_log later
  WHERE later.subject_id = jobs.input ->> '$.page' AND later.action = 'patient_page_mailed' AND later.at > jobs.created_at)`

/** SQL of `patient_pages`: 1 if the patient is archived. */
const isArchived = sql<number>`EXISTS (SELECT 1 FROM consultations visit JOIN medical_patients patient ON patient.id = visit.patient_id
  WHERE visit.id = patient_pages.consultation_id AND patient.archived_at IS NOT NULL)`

const select = (db: Database) =>
  db
    .select({
      id: pages.id,
      consultation_id: pages.consultation_id,
      token_sha256: pages.token_sha256,
      content: pages.content,
      created_at: pages.created_at,
      expires_at: pages.expires_at,
      failures: pages.failures,
      withdrawn_at: pages.withdrawn_at,
      opened: sql<number>`${openings('count(*)')}`,
      last_opened_at: sql<number | null>`${openings('max(at)')}`,
      mail_failed_at: sql<number | null>`(SELECT max(jobs.updated_at) FROM jobs
        WHERE jobs.doctor_id = patient_pages.doctor_id AND ${isFailedMail} AND jobs.input ->> '$.page' = patient_pages.id)`,
      has_later_addendum: sql<number>`EXISTS (SELECT 1 FROM record_addenda AS later
        WHERE later.consultation_id = patient_pages.consultation_id AND later.created_at > patient_pages.created_at)`,
      is_archived: isArchived,
    })
    .from(pages)

export type StoredPage = Awaited<ReturnType<typeof findPage>> & object

/** The doctor's page; null without one. */
export async function findPage(db: Database, doctorId: string, id: string) {
  const [row] = await select(db).where(and(eq(pages.id, id), eq(pages.doctor_id, doctorId)))
  return row ?? null
}

/** The pages of a consultation, newest first. */
export const listPages = (db: Database, doctorId: string, consultationId: string) =>
  select(db)
    .where(and(eq(pages.consultation_id, consultationId), eq(pages.doctor_id, doctorId)))
    .orderBy(desc(pages.created_at), desc(pages.id))

/** The state at `now`. A lock is permanent. Archiving the patient ends every link. */
export const stateOf = ({ failures, withdrawn_at, expires_at, is_archived }: StoredPage, now: number): PageState => {
  if (failures >= MOST_FAILURES) return 'locked'
  if (withdrawn_at !== null || is_archived) return 'withdrawn'
  return expires_at <= now ? 'expired' : 'open'
}

/** SQL of `patient_pages`: `stateOf` is 'open' at `now`. */
export const isOpenPage = (now: number) =>
  sql`patient_pages.failures < ${MOST_FAILURES} AND patient_pages.withdrawn_at IS NULL AND patient_pages.expires_at > ${now}
    AND NOT ${isArchived}`

export type NewPage = {
  id: string
  doctorId: string
  consultationId: string
  tokenSha256: string
  content: string
  sha256: string
  expiresAt: number
}

/** Stores a page with its audit row. False if the id is taken, also by another doctor. */
export async function storePage(db: Database, one: NewPage, { now, ...request }: AuditedRequest): Promise<boolean> {
  const { id, doctorId, tokenSha256 } = one
  const row = { at: now, doctorId, action: 'patient_page_shared', subject: 'patient_page', subjectId: id } as const
  const [stored] = await writeAll(db, [
    sql`INSERT INTO patient_pages (id, doctor_id, consultation_id, token_sha256, content, sha256, created_at, expires_at, failures)
      SELECT ${id}, ${doctorId}, ${one.consultationId}, ${tokenSha256}, ${one.content}, ${one.sha256}, ${now}, ${one.expiresAt}, 0
      WHERE NOT EXISTS (SELECT 1 FROM patient_pages WHERE id = ${id})`,
    auditInsertWhen(
      { ...row, ...request },
      sql`WHERE EXISTS (SELECT 1 FROM patient_pages WHERE id = ${id} AND token_sha256 = ${tokenSha256})`,
    ),
  ])
  return hasWritten(stored)
}

/** Mails in 24 hours. A patient has one address or corrects it twice; `ofAll` limits mails to unconfirmed addresses. */
const MAILS_A_DAY = { ofPage: 3, ofAll: 40 }

/**
 * Queues the mail with a page's link, with its audit row. False if the day's mails are used up: one statement counts and
 * stores, so calls at the same time are each counted.
 */
export async function queuePageMail(
  db: Database,
  mail: NewMail & { doctorId: string; page: string },
  request: Omit<AuditedRequest, 'now'>,
): Promise<boolean> {
  const { id, doctorId, page: subjectId, now: at } = mail
  const countMailed = (
    which: SQL,
  ) => sql`(SELECT count(*) FROM audit_log WHERE doctor_id = ${doctorId} AND at > ${at - DAY_MS}
    AND action = 'patient_page_mailed' AND ${which})`
  const isAllowed = sql`${countMailed(sql`true`)} < ${MAILS_A_DAY.ofAll}
    AND ${countMailed(sql`subject_id = ${subjectId}`)} < ${MAILS_A_DAY.ofPage}`
  const row = { at, doctorId, action: 'patient_page_mailed', subject: 'patient_page', subjectId, ...request } as const
  const [stored] = await writeAll(db, [
    ...mailInserts(mail, isAllowed),
    auditInsertWhen(row, sql`WHERE EXISTS (SELECT 1 FROM mails WHERE id = ${id})`),
  ])
  return hasWritten(stored)
}

/** Withdraws a page with its audit row. Does nothing if it is withdrawn already. */
export async function withdrawPage(
  db: Database,
  { doctorId, id }: { doctorId: string; id: string },
  { now, ...request }: AuditedRequest,
): Promise<void> {
  const when = sql`id = ${id} AND doctor_id = ${doctorId} AND withdrawn_at IS NULL`
  const row = { at: now, doctorId, action: 'patient_page_withdrawn', subject: 'patient_page', subjectId: id } as const
  await writeAll(db, [
    auditInsertWhen({ ...row, ...request }, sql`FROM patient_pages WHERE ${when}`),
    sql`UPDATE patient_pages SET withdrawn_at = ${now} WHERE ${when}`,
  ])
}

const accessActions = [
  ...(['patient_page_opened', 'patient_page_refused', 'patient_page_locked', 'patient_page_late'] as const),
  ...(['patient_page_mailed', 'patient_page_mail_failed', 'patient_page_withdrawn'] as const),
]
/** The accesses of a page's link, newest first, from the audit log. */
export const listAccesses = (db: Database, doctorId: string, id: string): Promise<PageAccess[]> =>
  db
    .select({
      at: auditLog.at,
      action: sql<PageAccess['action']>`${auditLog.action}`,
      device: auditLog.device,
      network: auditLog.network,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject_id, id),
        eq(auditLog.subject_kind, 'patient_page'),
        eq(auditLog.doctor_id, doctorId),
        inArray(auditLog.action, accessActions),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(PAGE_ACCESSES)

export type Attempt =
  | { outcome: 'refused' | 'expired' | 'withdrawn' }
  | { outcome: 'open'; content: string; sha256: string }

/**
 * Opens a page with a birth date, or counts the failure. One transaction, so that concurrent attempts are each counted
 * and none passes the lock. Unknown, locked and open links run the same statements. A locked link logs nothing more:
 * its holder could fill the doctor's log.
 */
export async function attemptPage(
  db: Database,
  { tokenSha256, birthDate }: { tokenSha256: string; birthDate: string },
  { now, ...request }: AuditedRequest,
): Promise<Attempt> {
  const [page] = await db
    .select({ id: pages.id, doctorId: pages.doctor_id })
    .from(pages)
    .where(eq(pages.token_sha256, tokenSha256))
  const { id, doctorId } = page ?? { id: '', doctorId: '' }
  const isRight = sql`EXISTS (SELECT 1 FROM consultations visit JOIN medical_patients patient ON patient.id = visit.patient_id
    WHERE visit.id = patient_pages.consultation_id AND patient.doctor_id = patient_pages.doctor_id
      AND patient.data_nascimento = ${birthDate})`
  // A closed account and an archived patient end all links.
  const isAvailable = sql`withdrawn_at IS NULL
    AND EXISTS (SELECT 1 FROM user WHERE user.id = patient_pages.doctor_id AND closed_at IS NULL)
    AND EXISTS (SELECT 1 FROM consultations visit JOIN medical_patients patient ON patient.id = visit.patient_id
      WHERE visit.id = patient_pages.consultation_id AND patient.archived_at IS NULL)`
  const mine = sql`patient_pages WHERE id = ${id} AND failures < ${MOST_FAILURES}`
  const row = (action: AuditRow['action'], when: SQL) =>
    auditInsertWhen(
      { at: now, doctorId, action, subject: 'patient_page', subjectId: id, ...request },
      sql`FROM ${mine} AND ${when}`,
    )
  const isOpen = sql`${isAvailable} AND expires_at > ${now}`
  const results = await writeAll(db, [
    row('patient_page_refused', sql`NOT ${isRight}`),
    row('patient_page_locked', sql`NOT ${isRight} AND failures = ${MOST_FAILURES - 1}`),
    row('patient_page_late', sql`${isRight} AND NOT (${isOpen})`),
    row('patient_page_opened', sql`${isRight} AND ${isOpen}`),
    sql`SELECT content, sha256, (${isAvailable}) AS is_available, expires_at FROM ${mine} AND ${isRight}`,
    sql`UPDATE patient_pages SET failures = failures + 1 WHERE id = ${id} AND failures < ${MOST_FAILURES} AND NOT ${isRight}`,
  ])
  const [found] = (results[4]?.results ?? []) as Found[]
  if (!found) return { outcome: 'refused' }
  if (!found.is_available) return { outcome: 'withdrawn' }
  if (found.expires_at <= now) return { outcome: 'expired' }
  return { outcome: 'open', content: found.content, sha256: found.sha256 }
}
type Found = { content: string; sha256: string; is_available: 0 | 1; expires_at: number }
