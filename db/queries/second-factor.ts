import { and, count, eq, isNotNull, isNull, like, lt, or, sql } from 'drizzle-orm'
import { idsIn, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { recoveryCodes, secondFactors, verification } from '../schema/auth.ts'

export type SecondFactor = typeof secondFactors.$inferSelect

const of = (doctorId: string) => eq(secondFactors.doctor_id, doctorId)
const isOn = (doctorId: string) => and(of(doctorId), isNotNull(secondFactors.enabled_at))

/** The doctor's second factor, also a pending one; null without any. */
export async function findSecondFactor(db: Database, doctorId: string): Promise<SecondFactor | null> {
  const [row] = await db.select().from(secondFactors).where(of(doctorId)).limit(1)
  return row ?? null
}
/** True only if it is on. */
export const hasSecondFactor = async (db: Database, doctorId: string): Promise<boolean> =>
  (await findSecondFactor(db, doctorId))?.enabled_at != null

/** Factors in use whose secret is encrypted under the key of this mark. For the cron, which acts for no doctor. */
export const factorsUnderKey = (db: Database, mark: string, limit: number): Promise<SecondFactor[]> =>
  db
    .select()
    .from(secondFactors)
    .where(and(isNotNull(secondFactors.enabled_at), like(secondFactors.secret, `${mark}.%`)))
    .limit(limit)

/** Stores the same app secret under another key, unless the doctor has changed it meanwhile. */
export async function replaceSecret(db: Database, factor: SecondFactor, secret: string): Promise<void> {
  const same = and(of(factor.doctor_id), eq(secondFactors.secret, factor.secret))
  await db.update(secondFactors).set({ secret }).where(same)
}

/** The number of unused recovery codes. */
export async function recoveryCodesLeft(db: Database, doctorId: string): Promise<number> {
  const [row] = await db.select({ remaining: count() }).from(recoveryCodes).where(eq(recoveryCodes.doctor_id, doctorId))
  return row?.remaining ?? 0
}

/** Stores the secret of an app that is not confirmed yet, in place of a pending one. False if the factor is on. */
export async function beginSecondFactor(db: Database, doctorId: string, secret: string, now: number): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values({ doctor_id: doctorId, secret, begun_at: now })
    .onConflictDoUpdate({
      target: secondFactors.doctor_id,
      set: { secret, begun_at: now, last_step: 0 },
      setWhere: isNull(secondFactors.enabled_at),
    })
    .returning({ doctorId: secondFactors.doctor_id })
  return rows.length > 0
}

/**
 * Turns on the pending second factor with its recovery codes, and ends all other sessions, which began without a code.
 * One transaction. Returns the ended sessions; null if the pending secret is another one or the session has ended.
 */
export async function enableSecondFactor(
  db: Database,
  { doctor_id: doctorId, secret }: SecondFactor,
  { step, digests, now, session }: { step: number; digests: readonly string[]; now: number; session: string },
): Promise<string[] | null> {
  // The requesting session must not have ended meanwhile.
  const isSignedIn = sql`EXISTS (SELECT 1 FROM session WHERE id = ${session} AND user_id = ${doctorId})`
  const isPending = sql`EXISTS (SELECT 1 FROM second_factors
    WHERE doctor_id = ${doctorId} AND secret = ${secret} AND enabled_at IS NULL) AND ${isSignedIn}`
  const [ended, , , enabled] = await writeAll(db, [
    sql`DELETE FROM session WHERE user_id = ${doctorId} AND id <> ${session} AND ${isPending} RETURNING id`,
    sql`DELETE FROM recovery_codes WHERE doctor_id = ${doctorId} AND ${isPending}`,
    sql`INSERT INTO recovery_codes (digest, doctor_id) SELECT value, ${doctorId} FROM json_each(${JSON.stringify(digests)}) WHERE ${isPending}`,
    sql`UPDATE second_factors SET enabled_at = ${now}, last_step = ${step}
      WHERE doctor_id = ${doctorId} AND secret = ${secret} AND enabled_at IS NULL AND ${isSignedIn} RETURNING doctor_id`,
  ])
  if (!ended || !enabled || enabled.results.length === 0) return null
  return idsIn(ended)
}

/** Marks a code as used. False if it, or a later one, was used before. */
export async function spendStep(db: Database, doctorId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ last_step: step })
    .where(and(isOn(doctorId), lt(secondFactors.last_step, step)))
    .returning({ step: secondFactors.last_step })
  return rows.length > 0
}

/** Deletes a recovery code. False if it does not exist or was used. */
export async function spendRecoveryCode(db: Database, doctorId: string, digest: string): Promise<boolean> {
  const rows = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.digest, digest), eq(recoveryCodes.doctor_id, doctorId)))
    .returning({ digest: recoveryCodes.digest })
  return rows.length > 0
}

/** Replaces all recovery codes, only if the factor is on. */
export async function replaceRecoveryCodes(db: Database, doctorId: string, digests: readonly string[]): Promise<void> {
  await writeAll(db, [
    sql`DELETE FROM recovery_codes WHERE doctor_id = ${doctorId}`,
    sql`INSERT INTO recovery_codes (digest, doctor_id) SELECT value, ${doctorId} FROM json_each(${JSON.stringify(digests)})
      WHERE EXISTS (SELECT 1 FROM second_factors WHERE doctor_id = ${doctorId} AND enabled_at IS NOT NULL)`,
  ])
}

/** Removes the factor, its recovery codes and pending second steps. */
export async function removeSecondFactor(db: Database, doctorId: string): Promise<void> {
  await db.batch([
    db.delete(secondFactors).where(of(doctorId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.doctor_id, doctorId)),
    db.delete(verification).where(pendingSteps(doctorId)),
  ])
}

/** Prefix of pending second steps among better-auth's verifications. */
export const SECOND_STEP_PREFIX = 'second-step:'
/** Prefix of the marks of browsers that signed up and may sign in once the address is confirmed. */
export const FIRST_SIGN_IN_PREFIX = 'first-sign-in:'
/** Rows that let a browser sign in without the password: those that wait for a code or for the address. */
export const isPendingSignIn = or(
  like(verification.identifier, `${SECOND_STEP_PREFIX}%`),
  like(verification.identifier, `${FIRST_SIGN_IN_PREFIX}%`),
)
/** Pending sign-ins of a doctor: their password may no longer be valid. */
export const pendingSteps = (doctorId: string) => and(isPendingSignIn, eq(verification.value, doctorId))
export async function endPendingSteps(db: Database, doctorId: string): Promise<void> {
  await db.delete(verification).where(pendingSteps(doctorId))
}
