import { findProfile } from '#db/queries/account.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findExport, saveExport } from '#db/queries/export.ts'
import { findPatient } from '#db/queries/patient.ts'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import { AppError } from '#domain/errors.ts'
import { knownIdentification } from '#domain/patient/identification.ts'
import { printedFromSigned } from '#domain/record/signing.ts'
import { aiUseLine } from '#domain/record/unified-text.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { openRecord } from '../signature.ts'
import type { DoctorJobRun } from './consumer.ts'
import { pdfInput } from './pdf-input.ts'

/** Ids only: the doctor's folder, the export's file. */
export const fileKey = (doctorId: string, exportId: string): string => `exports/${doctorId}/${exportId}.pdf`

/** A signed record keeps the sentence as it was worded then: what came later is known by its time. */
const answeredAt = (consent: Consent | null) => consent?.revoked_at ?? consent?.answered_at ?? 0

/** Record -> PDF in R2. Run twice, it writes the same file under the same key. */
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
  // Nothing leaves under a signature that does not hold.
  if (record.alerts.some((alert) => alert.kind === 'signature')) throw new AppError('signature_broken')
  const { signature } = record
  const patient = await findPatient(db, job.doctor_id, consultation.patientId)
  const signed = signature && record.signed_content !== null ? printedFromSigned(record.signed_content) : null
  const consent = consentStatement(consultation.consent, TIME_ZONE)

  // Imported when needed: pdfkit and the fonts are half a megabyte.
  const [{ renderRecord }, { printFonts }] = await Promise.all([import('../pdf/render.ts'), import('../pdf/fonts.ts')])
  const now = Date.now()
  const file = await renderRecord(
    {
      // Whoever signed stays who they were then.
      doctor: {
        name: signature?.doctor_name ?? profile?.full_name ?? '',
        crm: signature?.crm ?? profile?.crm ?? null,
        specialty: profile?.specialty ?? null,
        phone: profile?.phone ?? null,
      },
      patientName: signed?.patient.name ?? consultation.patientName,
      // What was signed is printed, also where more or something else is known by now.
      identification: signed ? signed.identification : patient && knownIdentification(patient.identification),
      consultation: {
        type: signed?.consultation.type ?? consultation.consultationType,
        startTime: signed?.consultation.start ?? consultation.startTime,
        demonstration: signed?.consultation.demonstration ?? consultation.demonstration,
      },
      specialty: record.specialty,
      sections: record.sections,
      diagnoses: record.diagnoses,
      unifiedText: record.unified_text,
      signature,
      addenda: record.addenda,
      aiUse: signed?.ai_use ?? aiUseLine(record.structurer, record.created_at, TIME_ZONE),
      consent: signed?.consent ?? consent,
      consentSince: signature && answeredAt(consultation.consent) > signature.signed_at ? consent : null,
      printedAt: now,
    },
    printFonts(),
  )
  const key = fileKey(job.doctor_id, exportId)
  await env.FILES.put(key, file, { httpMetadata: { contentType: 'application/pdf' } })
  return (await saveExport(db, job, { exportId, key, bytes: file.byteLength, now })) ? 'completed' : 'stale'
}
