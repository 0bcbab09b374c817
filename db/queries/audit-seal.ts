import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { AUDIT_KEPT_MS, type AuditEntry, type AuditSeal } from '#domain/audit/chain.ts'
import { groupBy } from '#domain/group-by.ts'
import { listed, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditLog, auditRemovals, auditSeals } from '../schema/audit.ts'
import { auditInsert } from './audit.ts'
import { turnOf } from './retention.ts'

/** The oldest rows that no seal covers. Seals are written in row order: all rows up to the last sealed one are sealed. */
export const unsealedRows = (db: Database, limit: number): Promise<AuditEntry[]> =>
  db
    .select()
    .from(auditLog)
    .where(gt(auditLog.id, sql`(SELECT ifnull(max(to_id), 0) FROM audit_seals)`))
    .orderBy(asc(auditLog.id))
    .limit(limit)

export type StoredSeal = AuditSeal & { anchored_at: number | null }

/** The last seal of each of these doctors, by doctor. */
export async function lastSeals(db: Database, doctors: readonly string[]): Promise<Map<string, StoredSeal>> {
  const rows = await db
    .select()
    .from(auditSeals)
    .where(
      and(
        inArray(auditSeals.doctor_id, listed(doctors)),
        eq(auditSeals.seq, sql`(SELECT max(seq) FROM audit_seals last WHERE last.doctor_id = ${auditSeals.doctor_id})`),
      ),
    )
  return new Map(rows.map((row) => [row.doctor_id, row]))
}

/** Writes all seals or none: if another sweep sealed the same rows meanwhile, the insert fails. */
export async function addSeals(db: Database, seals: readonly AuditSeal[]): Promise<void> {
  await db.run(sql`INSERT INTO audit_seals
    (doctor_id, seq, after_id, to_id, rows, digest, previous, sealed_at, key_id, mac)
    SELECT value->>'doctor_id', value->>'seq', value->>'after_id', value->>'to_id', value->>'rows', value->>'digest',
      value->>'previous', value->>'sealed_at', value->>'key_id', value->>'mac' FROM ${each(seals)}`)
}

/** Binds one value, however many objects: D1 limits the bound values of a statement. */
const each = (values: readonly object[]): SQL => sql`json_each(${JSON.stringify(values)})`

/** Seals without a copy in R2, oldest first. */
export const unanchoredSeals = (db: Database, now: number, limit: number): Promise<StoredSeal[]> => {
  const waiting = sql`audit_seals WHERE anchored_at IS NULL`
  return db.all(sql`SELECT * FROM ${waiting} ORDER BY to_id
    LIMIT ${limit} OFFSET ${turnOf(now, limit, sql`(SELECT count(*) FROM ${waiting})`)}`)
}

/** The entries of each seal, by `sealKey`. */
export async function rowsOfSeals(db: Database, seals: readonly AuditSeal[]): Promise<Map<string, AuditEntry[]>> {
  const rows = await db.all<AuditEntry & { seq: number }>(sql`SELECT log.*, seal.value->>'seq' AS seq
    FROM ${each(seals.map(({ doctor_id, seq, after_id, to_id }) => ({ doctor_id, seq, after_id, to_id })))} seal
    JOIN audit_log log ON log.id > seal.value->>'after_id' AND log.id <= seal.value->>'to_id'
      AND log.doctor_id = seal.value->>'doctor_id' ORDER BY log.id`)
  const bySeal = [...groupBy(rows, sealKey)]
  return new Map(bySeal.map(([key, own]) => [key, own.map(({ seq: _, ...row }) => row)]))
}
export const sealKey = ({ doctor_id, seq }: Pick<AuditSeal, 'doctor_id' | 'seq'>): string => `${doctor_id} ${seq}`

/** Records that the copies of these seals are in R2. */
export async function markAnchored(db: Database, seals: readonly AuditSeal[], now: number): Promise<void> {
  if (seals.length === 0) return
  await db.run(sql`UPDATE audit_seals SET anchored_at = ${now} WHERE anchored_at IS NULL AND (doctor_id, seq) IN
    (SELECT value->>'doctor_id', value->>'seq' FROM ${each(seals.map(({ doctor_id, seq }) => ({ doctor_id, seq })))})`)
}

/** Deletes a doctor's expired rows, which the triggers allow if sealed and anchored. False if no row is that old. */
export async function trimAudit(db: Database, removalId: string, now: number): Promise<boolean> {
  const before = now - AUDIT_KEPT_MS
  const [oldest] = await db.select().from(auditLog).orderBy(asc(auditLog.id)).limit(1)
  if (!oldest || oldest.at >= before) return false
  const doctorId = oldest.doctor_id
  const [sealed] = await db
    .select({ to: auditSeals.to_id })
    .from(auditSeals)
    .where(
      and(
        eq(auditSeals.doctor_id, doctorId),
        sql`NOT EXISTS (SELECT 1 FROM audit_seals early WHERE early.doctor_id = ${doctorId}
          AND early.seq <= ${auditSeals.seq} AND (early.anchored_at IS NULL OR early.sealed_at >= ${before}))`,
      ),
    )
    .orderBy(desc(auditSeals.seq))
    .limit(1)
  if (!sealed || sealed.to < oldest.id) return false
  const auditRow = { at: now, doctorId, action: 'access_log_trimmed', subject: 'job', subjectId: removalId } as const
  await writeAll(db, [
    db
      .insert(auditRemovals)
      .values({ id: removalId, doctor_id: doctorId, through_id: sealed.to, before, removed_at: now }),
    sql`DELETE FROM audit_log WHERE doctor_id = ${doctorId} AND id <= ${sealed.to} AND at < ${before}`,
    auditInsert([auditRow]),
  ])
  return true
}
