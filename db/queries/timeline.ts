import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { TimelineItem } from '#domain/patient/timeline.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { medicalPatients } from '../schema/patient.ts'
import { stateOfRecord } from './consultation.ts'
import { cutPage, decodePlace } from './keyset.ts'

/** The text of a part of the record, from its sections in order; empty without a record. D1 needs a name for each. */
const textOf = (canonical: 'queixa_principal' | 'hipotese' | 'conduta') =>
  sql<string>`coalesce((SELECT group_concat(content, ' ') FROM (SELECT part.content AS content FROM record_sections part
    JOIN records whole ON whole.id = part.record_id
    WHERE whole.consultation_id = consultations.id AND whole.doctor_id = consultations.doctor_id
      AND part.canonical = ${canonical} AND part.content <> '' ORDER BY part.position)), '')`.as(canonical)

/** A page of the patient's consultations, newest first. Null when there is no such patient. Errors: invalid_cursor. */
export async function readTimeline(
  db: Database,
  { doctorId, patientId }: { doctorId: string; patientId: string },
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<{ items: TimelineItem[]; next: string | null } | null> {
  const place = decodePlace(cursor, 'number')
  const newest = [desc(consultations.start_time), desc(consultations.id)]
  // The rows are chosen first: the texts of a record are read only for those that are shown.
  const shown = db
    .select({ id: consultations.id })
    .from(consultations)
    .where(
      and(
        eq(consultations.patient_id, patientId),
        eq(consultations.doctor_id, doctorId),
        place ? sql`(${consultations.start_time}, ${consultations.id}) < (${place.value}, ${place.id})` : undefined,
      ),
    )
    .orderBy(...newest)
    .limit(limit + 1)
  const [[patient], rows] = await db.batch([
    db
      .select({ id: medicalPatients.id })
      .from(medicalPatients)
      .where(and(eq(medicalPatients.id, patientId), eq(medicalPatients.doctor_id, doctorId))),
    db
      .select({
        ...{ id: consultations.id, type: consultations.consultation_type, status: consultations.status },
        ...{ start: consultations.start_time, demonstration: consultations.demonstration },
        record: stateOfRecord.as('record_state'),
        complaint: textOf('queixa_principal'),
        hypothesis: textOf('hipotese'),
        plan: textOf('conduta'),
      })
      .from(consultations)
      .where(inArray(consultations.id, shown))
      .orderBy(...newest),
  ])
  return patient ? cutPage(rows, limit, ({ start, id }) => ({ value: start, id })) : null
}
