import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Logo } from '#domain/account/logo.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { logos } from '../schema/logo.ts'

const shown = { sha256: logos.sha256, jpeg: logos.jpeg }

/** The logo in use; null without one. */
export async function currentLogo(db: Database, doctorId: string): Promise<Logo | null> {
  const [row] = await db
    .select(shown)
    .from(logos)
    .where(and(eq(logos.doctor_id, doctorId), isNull(logos.removed_at)))
  return row ?? null
}

/** The logo that one of the doctor's documents was issued with; null if it is not stored. */
export async function findLogo(db: Database, doctorId: string, sha256: string): Promise<Logo | null> {
  const [row] = await db
    .select(shown)
    .from(logos)
    .where(and(eq(logos.doctor_id, doctorId), eq(logos.sha256, sha256)))
  return row ?? null
}

/** Puts a logo into use, or none. Earlier ones stay only while an issued document names them. */
export async function replaceLogo(db: Database, doctorId: string, logo: Logo | null, now: number): Promise<void> {
  await writeAll(db, [
    sql`UPDATE logos SET removed_at = ${now} WHERE doctor_id = ${doctorId} AND removed_at IS NULL`,
    ...(logo
      ? [
          sql`INSERT INTO logos (doctor_id, sha256, jpeg, created_at) VALUES (${doctorId}, ${logo.sha256}, ${logo.jpeg}, ${now})
            ON CONFLICT (doctor_id, sha256) DO UPDATE SET removed_at = NULL`,
        ]
      : []),
    forgetLogos(doctorId),
  ])
}

/** Deletes the logos that are out of use and that no issued document names. */
export const forgetLogos = (doctorId: string): SQL =>
  sql`DELETE FROM logos WHERE doctor_id = ${doctorId} AND removed_at IS NOT NULL AND sha256 NOT IN
    (SELECT json_extract(content, '$.head.doctor.logo') FROM documents WHERE doctor_id = ${doctorId}
      AND json_extract(content, '$.head.doctor.logo') IS NOT NULL)`
