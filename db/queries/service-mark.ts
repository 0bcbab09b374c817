import { sql } from 'drizzle-orm'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'

/** Marks are about the service: one row for each name, so nothing grows. `at`: epoch ms. */
export type ServiceMark = { name: 'synthetic' | 'copy'; at: number; subject: string; state: string }

export async function readMark(db: Database, name: ServiceMark['name']): Promise<ServiceMark | null> {
  const mark = await db.get<ServiceMark>(sql`SELECT name, at, subject, state FROM service_marks WHERE name = ${name}`)
  return mark ?? null
}

/** Writes the mark if it is still the one of `before`; null: if there is none. Returns false if another call was first. */
export async function putMark(db: Database, mark: ServiceMark, before: ServiceMark | null): Promise<boolean> {
  const { name, at, subject, state } = mark
  const [written] = await writeAll(db, [
    sql`INSERT INTO service_marks (name, at, subject, state) VALUES (${name}, ${at}, ${subject}, ${state})
      ON CONFLICT (name) DO UPDATE SET at = excluded.at, subject = excluded.subject, state = excluded.state
      WHERE at = ${before?.at ?? null} AND subject = ${before?.subject ?? null}`,
  ])
  return hasWritten(written)
}

/** Moves the state of a mark, if it is of this subject; with `from` only from that state. */
export async function moveMark(
  db: Database,
  { name, subject }: Pick<ServiceMark, 'name' | 'subject'>,
  to: string,
  from: string | null = null,
): Promise<void> {
  await db.run(sql`UPDATE service_marks SET state = ${to}
    WHERE name = ${name} AND subject = ${subject} AND state = ifnull(${from}, state)`)
}
