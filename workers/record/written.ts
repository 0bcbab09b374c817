import type { Database } from '#db/client.ts'
import type { AuditedRequest } from '#db/queries/audit.ts'
import { readConsultation } from '#db/queries/consultation.ts'
import { readOwnWriting } from '#db/queries/own-writing.ts'
import { recordState } from '#db/queries/record.ts'
import { createWrittenRecord } from '#db/queries/record-written.ts'
import { AppError } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { alertsOf } from '#domain/record/proof/prove.ts'
import { emptySections } from '#domain/record/section.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { arrange } from '#domain/record/writing/arrange.ts'

/**
 * Creates the empty record that the doctor writes: no model and no structuring takes part, so it needs no consent.
 * Returns false if the consultation has a record already. Errors: consultation_not_found, consultation_active,
 * structuring_under_way.
 */
export async function createRecordToWrite(
  db: Database,
  doctorId: string,
  consultationId: string,
  specialty: Specialty,
  { now: at, ...request }: AuditedRequest,
): Promise<boolean> {
  const found = await readConsultation(db, doctorId, consultationId)
  if (!found) throw new AppError('consultation_not_found')
  if (found.consultation.status !== 'completed') throw new AppError('consultation_active')
  const newId = () => crypto.randomUUID()
  const { writing } = await readOwnWriting(db, doctorId)
  const sections = arrange(emptySections(specialty, newId), writing.templates[specialty], newId)
  const grounds = { entries: found.entries, context: usableContext(found.consultation.clinicalContext), specialty }
  const created = await createWrittenRecord(
    db,
    { id: crypto.randomUUID(), consultationId, doctorId, specialty, sections, alerts: alertsOf(grounds, sections) },
    { at, ...request },
  )
  if (!created && (await recordState(db, doctorId, consultationId)) === 'none')
    throw new AppError('structuring_under_way')
  return created
}
