import { and, count, eq, gt, gte, lt } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'

/** What counts against a month's quota: finished consultations that began in it and have an entry. */
export async function countConsultations(
  db: Database,
  doctorId: string,
  { start, end }: { start: number; end: number },
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(consultations)
    .where(
      and(
        eq(consultations.doctor_id, doctorId),
        gte(consultations.start_time, start),
        lt(consultations.start_time, end),
        gt(consultations.entry_count, 0),
      ),
    )
  return row?.count ?? 0
}
