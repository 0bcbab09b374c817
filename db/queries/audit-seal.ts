import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { AUDIT_KEPT_MS, type AuditEntry, type AuditSeal } from '#domain/audit/chain.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditLog, auditRemovals, auditSeals } from '../schema/audit.ts'
import { auditInsert } from './audit.ts'

/**
 * The oldest rows no seal covers, whosever they are. Seals are written in the order of the rows and together, so all
 * up to the last sealed row is sealed.
 */
export const unsealedRows = (db: Database, limit: number): Promise<AuditEntry[]> =>
  db
    .select()
    .from(auditLog)
    .where(gt(auditLog.id, sql`(SELECT ifnull(max(to_id), 0) FROM audit_seals)`))
    .orderBy(asc(auditLog.id))
    .limit(limit)

export type StoredSeal = AuditSeal & { anchored_at: number | null }

export async function lastSeals(db: Database, doctors: readonly string[]): Promise<Map<string, StoredSeal>> {
  const rows = await db
    .select()
    .from(auditSeals)
    .where(
      and(
        inArray(auditSeals.doctor_id, sql`(SELECT value FROM json_each(${JSON.stringify(doctors)}))`),
        eq(auditSeals.seq, sql`(SELECT max(seq) FROM audit_seals last WHERE last.doctor_id = ${auditSeals.doctor_id})`),
      ),
    )
  return new Map(rows.map((row) => [row.doctor_id, row]))
}

/** All of them or none: another sweep that sealed the same rows meanwhile leaves no room for these. */
export async function addSeals(db: Database, seals: readonly AuditSeal[]): Promise<void> {
  await writeAll(
    db,
    seals.map((seal) => db.insert(auditSeals).values({ ...seal, anchored_at: null })),
  )
}

export const unanchoredSeals = (db: Database, limit: number): Promise<StoredSeal[]> =>
  db.select().from(auditSeals).where(isNull(auditSeals.anchored_at)).orderBy(asc(auditSeals.to_id)).limit(limit)

export const rowsOfSeal = (db: Database, seal: Pick<AuditSeal, 'doctor_id' | 'after_id' | 'to_id'>) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.doctor_id, seal.doctor_id), gt(auditLog.id, seal.after_id), lte(auditLog.id, seal.to_id)))
    .orderBy(asc(auditLog.id))

export async function markAnchored(db: Database, seals: readonly AuditSeal[], now: number): Promise<void> {
  if (seals.length === 0) return
  await writeAll(
    db,
    seals.map(({ doctor_id, seq }) =>
      db
        .update(auditSeals)
        .set({ anchored_at: now })
        .where(and(eq(auditSeals.doctor_id, doctor_id), eq(auditSeals.seq, seq), isNull(auditSeals.anchored_at))),
    ),
  )
}

/**
 * Lets go of one doctor's rows whose time is over: sealed and anchored ones alone, which the triggers hold to as well.
 * A removal and a row of the log tell of it. False when nothing is that old.
 */
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
  const told = { at: now, doctorId, action: 'access_log_trimmed', subject: 'job', subjectId: removalId } as const
  await writeAll(db, [
    db
      .insert(auditRemovals)
      .values({ id: removalId, doctor_id: doctorId, through_id: sealed.to, before, removed_at: now }),
    sql`DELETE FROM audit_log WHERE doctor_id = ${doctorId} AND id <= ${sealed.to} AND at < ${before}`,
    auditInsert([{ ...told, requestId: null }]),
  ])
  return true
}
