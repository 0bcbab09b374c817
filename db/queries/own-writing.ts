import { eq, sql } from 'drizzle-orm'
import { emptyWriting, type OwnWriting, ownWriting, type SavedWriting } from '#domain/record/writing/writing.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { ownWritings } from '../schema/own-writing.ts'

/** How the doctor writes; empty, with `saved_at` null, for a doctor who has saved nothing. */
export async function readOwnWriting(db: Database, doctorId: string): Promise<SavedWriting> {
  const [row] = await db.select().from(ownWritings).where(eq(ownWritings.doctor_id, doctorId))
  return row
    ? { writing: ownWriting.parse(JSON.parse(row.writing)), saved_at: row.updated_at }
    : { writing: emptyWriting, saved_at: null }
}

/**
 * Saves how the doctor writes. `base`: the `saved_at` that was edited. Returns the new `saved_at`, later than any before;
 * null if it was saved elsewhere meanwhile.
 */
export async function saveOwnWriting(
  db: Database,
  doctorId: string,
  writing: OwnWriting,
  base: number | null,
  now: number,
): Promise<number | null> {
  const at = Math.max(now, (base ?? 0) + 1)
  const [saved] = await writeAll(db, [
    sql`INSERT INTO own_writings (doctor_id, writing, updated_at)
      SELECT ${doctorId}, ${JSON.stringify(writing)}, ${at}
      WHERE ${base} IS (SELECT updated_at FROM own_writings WHERE doctor_id = ${doctorId})
      ON CONFLICT (doctor_id) DO UPDATE SET writing = excluded.writing, updated_at = excluded.updated_at`,
  ])
  return hasWritten(saved) ? at : null
}
