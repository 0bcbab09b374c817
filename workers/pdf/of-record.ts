import type { RecordWithGrounds, StoredRecord } from '#db/queries/record.ts'
import { type Profile, timeZoneOf } from '#domain/account/contract.ts'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import type { RecordDocument } from '#domain/formats/document.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import type { Patient } from '#domain/patient/contract.ts'
import { knownIdentification } from '#domain/patient/identification.ts'
import { printedFromSigned } from '#domain/record/signing/signing.ts'
import { aiUseLine } from '#domain/record/text/unified-text.ts'

type Printed = { profile: Profile | null; patient: Patient | null; consultation: Consultation; record: StoredRecord }

/** Time of the patient's latest answer; answers after the signature are printed separately. */
const answeredAt = (consent: Consent | null) => consent?.revoked_at ?? consent?.answered_at ?? 0

/** Composes the printed document of a stored record. */
export function documentOf({ profile, patient, consultation, record }: Printed, printedAt: number): RecordDocument {
  const { signature } = record
  const signed = signature && record.signed_content !== null ? printedFromSigned(record.signed_content) : null
  const timeZone = timeZoneOf(profile)
  const consent = consentStatement(consultation.consent, timeZone)
  return {
    // The signer keeps the name and CRM of that time.
    doctor: {
      name: signature?.doctor_name ?? profile?.full_name ?? '',
      crm: signature?.crm ?? profile?.crm ?? null,
      specialty: profile?.specialty ?? null,
      phone: profile?.phone ?? null,
    },
    patientName: signed?.patient.name ?? consultation.patientName,
    // A signed record prints its signed identification, even if it has changed since.
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
    aiUse: signed ? signed.ai_use : aiUseLine(record.structurer, record.created_at, timeZone),
    consent: signed?.consent ?? consent,
    consentSince: signature && answeredAt(consultation.consent) > signature.signed_at ? consent : null,
    printedAt,
    timeZone,
  }
}

/** Composes the record for the formats beside PDF: the print, with ids and the lines that prove it. */
export const fileOf = (
  { grounds, visit, ...printed }: Omit<Printed, 'record'> & RecordWithGrounds,
  printedAt: number,
): RecordFile => ({
  ...documentOf(printed, printedAt),
  ids: {
    consultation: visit.consultation.id,
    patient: visit.patient.id,
    record: printed.record.record_id,
  },
  endTime: visit.consultation.end,
  sections: printed.record.sections,
  lines: new Map(grounds.entries.map(({ id, text, speaker }) => [id, { text, speaker }])),
})
