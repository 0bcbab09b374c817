import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import {
  COPY_PROFILES_MAX,
  copyProfile,
  type copyProfileBody,
  type OwnCopyProfile,
} from '#domain/record/text/copy-profile.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { copyProfiles } from '../schema/copy-profile.ts'

/** The doctor's own profiles, oldest first. */
export async function listCopyProfiles(db: Database, doctorId: string): Promise<OwnCopyProfile[]> {
  const rows = await db
    .select()
    .from(copyProfiles)
    .where(eq(copyProfiles.doctor_id, doctorId))
    .orderBy(asc(copyProfiles.created_at), asc(copyProfiles.id))
  return rows.map((row) => copyProfile.parse({ ...row, fields: JSON.parse(row.fields) }))
}

/** Creates the profile, or changes the doctor's own of this id. `foreign`: the id is another doctor's. */
export async function saveCopyProfile(
  db: Database,
  doctorId: string,
  id: string,
  { name, titles, fields }: z.output<typeof copyProfileBody>,
  now: number,
): Promise<'saved' | 'full' | 'foreign'> {
  const text = JSON.stringify(fields)
  const [saved] = await writeAll(db, [
    sql`INSERT INTO copy_profiles (id, doctor_id, name, titles, fields, created_at, updated_at)
      SELECT ${id}, ${doctorId}, ${name}, ${Number(titles)}, ${text}, ${now}, ${now}
      WHERE EXISTS (SELECT 1 FROM copy_profiles WHERE id = ${id})
        OR (SELECT count(*) FROM copy_profiles WHERE doctor_id = ${doctorId}) < ${COPY_PROFILES_MAX}
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, titles = excluded.titles, fields = excluded.fields,
        updated_at = excluded.updated_at WHERE doctor_id = ${doctorId}`,
  ])
  if (hasWritten(saved)) return 'saved'
  const [existing] = await db.select({ id: copyProfiles.id }).from(copyProfiles).where(eq(copyProfiles.id, id))
  return existing ? 'foreign' : 'full'
}

/** False when the doctor has no such profile. */
export async function removeCopyProfile(db: Database, doctorId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(copyProfiles)
    .where(and(eq(copyProfiles.id, id), eq(copyProfiles.doctor_id, doctorId)))
    .returning({ id: copyProfiles.id })
  return rows.length > 0
}
