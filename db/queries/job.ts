import { and, desc, eq } from 'drizzle-orm'
import type { JobKind } from '#domain/jobs.ts'
import type { Database } from '../client.ts'
import { jobs } from '../schema/job.ts'

export type JobRow = typeof jobs.$inferSelect

/** The newest job of that kind about a consultation of the doctor's. */
export async function latestJob(
  db: Database,
  doctorId: string,
  subjectId: string,
  kind: JobKind,
): Promise<JobRow | null> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.subject_id, subjectId), eq(jobs.doctor_id, doctorId), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.created_at))
    .limit(1)
  return row ?? null
}
