import { and, desc, eq, gt, inArray, like, lt, ne, notExists, or } from 'drizzle-orm'
import type { Profile } from '#domain/account/contract.ts'
import { idsIn, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { profiles } from '../schema/account.ts'
import { account, session, user, verification } from '../schema/auth.ts'
import { accountRow, auditInsert } from './audit.ts'
import { isPendingSignIn, pendingSteps } from './second-factor.ts'

export const shownProfile = {
  id: profiles.id,
  full_name: profiles.full_name,
  crm: profiles.crm,
  specialty: profiles.specialty,
  phone: profiles.phone,
  rqe: profiles.rqe,
  address: profiles.address,
  cpf: profiles.cpf,
  time_zone: profiles.time_zone,
}

/** Null without a profile. */
export async function findProfile(db: Database, doctorId: string): Promise<Profile | null> {
  const [row] = await db.select(shownProfile).from(profiles).where(eq(profiles.id, doctorId)).limit(1)
  return row ?? null
}

/** The profile row every sign-up gets. Safe to repeat. */
export async function createProfile(db: Database, doctorId: string, name: string, now: number): Promise<void> {
  await db
    .insert(profiles)
    .values({ id: doctorId, full_name: name, created_at: now, updated_at: now })
    .onConflictDoNothing()
}

/** Updates the profile and returns it. Creates a missing row with `name`, which repairs an interrupted sign-up. */
export async function updateProfile(
  db: Database,
  doctorId: string,
  name: string,
  change: Partial<Omit<Profile, 'id'>>,
  now: number,
): Promise<Profile | null> {
  await createProfile(db, doctorId, name, now)
  const [row] = await db
    .update(profiles)
    .set({ ...change, updated_at: now })
    .where(eq(profiles.id, doctorId))
    .returning(shownProfile)
  return row ?? null
}

/** Whether an operator has disabled the account. */
export async function isDisabled(db: Database, doctorId: string): Promise<boolean> {
  const [row] = await db.select({ at: user.disabledAt }).from(user).where(eq(user.id, doctorId))
  return row !== undefined && row.at !== null
}

/** A sign-up writes its rows within seconds; an older user without an account was interrupted. */
const SIGN_UP_MS = 5 * 60_000

/** True if the address has an account. Deletes the user row of an interrupted sign-up. */
export async function emailTaken(db: Database, email: string, now: number): Promise<boolean> {
  const address = email.toLowerCase()
  const alone = notExists(db.select().from(account).where(eq(account.userId, user.id)))
  const old = lt(user.createdAt, new Date(now - SIGN_UP_MS))
  await db.delete(user).where(and(eq(user.email, address), alone, old))
  const [row] = await db.select({ id: user.id }).from(user).where(eq(user.email, address)).limit(1)
  return row !== undefined
}

/** A Google identity: its id and a confirmed address. */
export type Proven = { sub: string; email: string; name: string }

/**
 * Gives an unconfirmed account to the person who proved the address through Google, without its old password and
 * name. Returns the account's id. Null if the address is confirmed or has no account, or if the Google identity
 * already has one.
 */
export async function claimUnproven(db: Database, { sub, email, name }: Proven, now: number): Promise<string | null> {
  const linked = db
    .select()
    .from(account)
    .where(and(eq(account.providerId, 'google'), eq(account.accountId, sub)))
  const unproven = and(eq(user.email, email.toLowerCase()), eq(user.emailVerified, false), notExists(linked))
  const ids = db.select({ id: user.id }).from(user).where(unproven)
  const [, , , , [claimed]] = await db.batch([
    db.delete(account).where(inArray(account.userId, ids)),
    db.delete(verification).where(and(isPendingSignIn, inArray(verification.value, ids))),
    db.delete(session).where(inArray(session.userId, ids)),
    db.update(profiles).set({ full_name: name, updated_at: now }).where(inArray(profiles.id, ids)),
    db
      .update(user)
      .set({ name, emailVerified: true, updatedAt: new Date(now) })
      .where(unproven)
      .returning({ id: user.id }),
  ])
  return claimed?.id ?? null
}

/**
 * Ends every session after a password reset, even if the other writes fail, and returns their ids. The reset link proved
 * the address, so it is marked as confirmed; other reset links are deleted.
 */
export async function afterRecovery(db: Database, doctorId: string, now: number): Promise<string[]> {
  const links = and(like(verification.identifier, 'reset-password:%'), eq(verification.value, doctorId))
  const ending = db.delete(session).where(eq(session.userId, doctorId)).returning({ id: session.id })
  try {
    const [ended] = await writeAll(db, [
      ending,
      db
        .update(user)
        .set({ emailVerified: true, updatedAt: new Date(now) })
        .where(and(eq(user.id, doctorId), eq(user.emailVerified, false))),
      db.delete(verification).where(or(links, pendingSteps(doctorId))),
      auditInsert([accountRow(doctorId, 'password_changed', now)]),
    ])
    return idsIn(ended)
  } catch (error) {
    await ending
    throw error
  }
}

/** The password hash; null for a doctor who only signs in through another provider. */
export async function passwordHash(db: Database, doctorId: string): Promise<string | null> {
  const own = and(eq(account.userId, doctorId), eq(account.providerId, 'credential'))
  const [row] = await db.select({ hash: account.password }).from(account).where(own).limit(1)
  return row?.hash ?? null
}
/** False for a doctor who only signs in through another provider. */
export const hasPassword = async (db: Database, doctorId: string): Promise<boolean> =>
  (await passwordHash(db, doctorId)) !== null

export type LiveSession = { id: string; userAgent: string | null; updatedAt: Date }

/** The doctor's sessions, last used first. `bornAfter`: older sessions have expired. */
export const liveSessions = (db: Database, doctorId: string, now: number, bornAfter: number): Promise<LiveSession[]> =>
  db
    .select({ id: session.id, userAgent: session.userAgent, updatedAt: session.updatedAt })
    .from(session)
    .where(
      and(
        eq(session.userId, doctorId),
        gt(session.expiresAt, new Date(now)),
        gt(session.createdAt, new Date(bornAfter)),
      ),
    )
    .orderBy(desc(session.updatedAt))
    .limit(100)

/** Ends one of the doctor's sessions, or all but one; the ids of those that ended. */
export async function endSessions(
  db: Database,
  doctorId: string,
  which: { only: string } | { except: string },
): Promise<string[]> {
  const chosen = 'only' in which ? eq(session.id, which.only) : ne(session.id, which.except)
  const rows = await db
    .delete(session)
    .where(and(eq(session.userId, doctorId), chosen))
    .returning({ id: session.id })
  return rows.map(({ id }) => id)
}
