import { eq } from 'drizzle-orm'
import type { Profile } from '#domain/account/contract.ts'
import type { Database } from '../client.ts'
import { profiles } from '../schema/account.ts'
import { session, user } from '../schema/auth.ts'

const shown = {
  id: profiles.id,
  full_name: profiles.full_name,
  crm: profiles.crm,
  specialty: profiles.specialty,
  phone: profiles.phone,
}

export async function findProfile(db: Database, doctorId: string): Promise<Profile | null> {
  const [row] = await db.select(shown).from(profiles).where(eq(profiles.id, doctorId)).limit(1)
  return row ?? null
}

/** The profile row every sign-up gets. Safe to repeat. */
export async function createProfile(db: Database, doctorId: string, name: string, now: number): Promise<void> {
  await db
    .insert(profiles)
    .values({ id: doctorId, full_name: name, created_at: now, updated_at: now })
    .onConflictDoNothing()
}

export async function updateProfile(
  db: Database,
  doctorId: string,
  change: Partial<Omit<Profile, 'id'>>,
  now: number,
): Promise<Profile | null> {
  const [row] = await db
    .update(profiles)
    .set({ ...change, updated_at: now })
    .where(eq(profiles.id, doctorId))
    .returning(shown)
  return row ?? null
}

export async function emailExists(db: Database, email: string): Promise<boolean> {
  const [row] = await db.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase())).limit(1)
  return row !== undefined
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(session).where(eq(session.id, sessionId))
}
