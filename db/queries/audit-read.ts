import { and, desc, eq, sql } from 'drizzle-orm'
import type { AuditItem } from '#domain/audit/contract.ts'
import { auditActions } from '#domain/audit.ts'
import type { Database } from '../client.ts'
import { auditLog } from '../schema/audit.ts'
import { medicalPatients } from '../schema/patient.ts'
import { cutPage, decodePlace } from './keyset.ts'

const isKnown = (action: string): action is AuditItem['action'] => auditActions.some((name) => name === action)

/** A page of the doctor's own audit log, newest first. Patients have their present name. */
export async function readAuditLog(
  db: Database,
  doctorId: string,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<{ items: AuditItem[]; next: string | null }> {
  const place = decodePlace(cursor, 'number')
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      patientId: auditLog.patient_id,
      patientName: medicalPatients.nome_completo,
      subject: auditLog.subject_kind,
      subjectId: auditLog.subject_id,
      device: auditLog.device,
      network: auditLog.network,
    })
    .from(auditLog)
    .leftJoin(
      medicalPatients,
      and(eq(medicalPatients.id, auditLog.patient_id), eq(medicalPatients.doctor_id, auditLog.doctor_id)),
    )
    .where(
      and(
        eq(auditLog.doctor_id, doctorId),
        place ? sql`(${auditLog.at}, ${auditLog.id}) < (${place.value}, ${Number(place.id)})` : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1)
  const { items, next } = cutPage(rows, limit, (row) => ({ value: row.at, id: String(row.id) }))
  return {
    next,
    items: items.flatMap(({ id, at, action, patientId, patientName, subject, subjectId, device, network }) =>
      isKnown(action)
        ? [
            {
              id,
              at,
              action,
              count: subject === 'count' ? Number(subjectId) : null,
              device,
              network,
              patient: patientId === null ? null : { id: patientId, name: patientName },
            },
          ]
        : [],
    ),
  }
}
