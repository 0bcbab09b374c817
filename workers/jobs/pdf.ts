import { findProfile } from '#db/queries/account.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findExport, saveExport } from '#db/queries/export.ts'
import { findPatient } from '#db/queries/patient.ts'
import { AppError } from '#domain/errors.ts'
import { documentOf } from '../pdf/of-record.ts'
import { openRecord } from '../record/signature.ts'
import type { DoctorJobRun } from './job.ts'
import { pdfInput } from './pdf-input.ts'

/** Returns the key of a PDF; it contains ids only: doctor and export. */
export const fileKey = (doctorId: string, exportId: string): string => `exports/${doctorId}/${exportId}.pdf`

/** Writes the record as PDF to R2. A repeat writes the same file under the same key. */
export const runPdf: DoctorJobRun = async ({ env, db, job }) => {
  const { export_id: exportId } = pdfInput.parse(JSON.parse(job.input))
  const [wanted, consultation, record, profile] = await Promise.all([
    findExport(db, job.doctor_id, exportId),
    findConsultation(db, job.doctor_id, job.subject_id),
    openRecord(db, job.doctor_id, job.subject_id),
    findProfile(db, job.doctor_id),
  ])
  if (!wanted) throw new AppError('export_not_found')
  if (!consultation) throw new AppError('consultation_not_found')
  if (!record) throw new AppError('record_not_found')
  // Never export a record whose signature does not verify.
  if (record.alerts.some((alert) => alert.kind === 'signature')) throw new AppError('signature_broken')
  const patient = await findPatient(db, job.doctor_id, consultation.patientId)

  // Imported when needed: pdfkit and the fonts are half a megabyte.
  const [{ renderRecord }, { printFonts }] = await Promise.all([import('../pdf/render.ts'), import('../pdf/fonts.ts')])
  const now = Date.now()
  const file = await renderRecord(documentOf({ profile, patient, consultation, record }, now), printFonts())
  const key = fileKey(job.doctor_id, exportId)
  await env.FILES.put(key, file, { httpMetadata: { contentType: 'application/pdf' } })
  return (await saveExport(db, job, { exportId, key, bytes: file.byteLength, now })) ? 'completed' : 'stale'
}
