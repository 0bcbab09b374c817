import type { RecordWithGrounds, StoredRecord } from '#db/queries/record.ts'
import { type Profile, timeZoneOf } from '#domain/account/contract.ts'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import type { RecordDocument, VisitDocument } from '#domain/formats/document.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import type { Patient } from '#domain/patient/contract.ts'
import { knownIdentification } from '#domain/patient/identification.ts'
import { printedFromSigned } from '#domain/record/signing/signing.ts'
import { aiUseLine } from '#domain/record/text/unified-text.ts'

type Printed = { profile: Profile | null; patient: Patient | null; consultation: Consultation; record: StoredRecord }

/** The doctor of an unsigned paper, as the profile is now. */
export const doctorOf = (profile: Profile | null): RecordDocument['doctor'] => ({
  name: profile?.full_name ?? '',
  crm: profile?.crm ?? null,
  specialty: profile?.specialty ?? null,
  phone: profile?.phone ?? null,
})

/** The facts of a consultation, with or without a record. */
export const visitOf = (
  { profile, patient, consultation }: Omit<Printed, 'record'>,
  printedAt: number,
): VisitDocument => ({
  doctor: doctorOf(profile),
  patientName: consultation.patientName,
  identification: patient && knownIdentification(patient.identification),
  consultation: {
    type: consultation.consultationType,
    startTime: consultation.startTime,
    demonstration: consultation.demonstration,
  },
  consent: consentStatement(consultation.consent, timeZoneOf(profile)),
  printedAt,
  timeZone: timeZoneOf(profile),
})

/** Time of the patient's latest answer; answers after the signature are printed separately. */
const answeredAt = (consent: Consent | null) => consent?.revoked_at ?? consent?.answered_at ?? 0

/** Composes the printed document of a stored record. */
export function documentOf(printed: Printed, printedAt: number): RecordDocument {
  const { profile, consultation, record } = printed
  const { signature } = record
  const signed = signature && record.signed_content !== null ? printedFromSigned(record.signed_content) : null
  const visit = visitOf(printed, printedAt)
  return {
    ...visit,
    // The signer keeps the name and CRM of that time.
    ...(signature && { doctor: { ...visit.doctor, name: signature.doctor_name, crm: signature.crm } }),
    // A signed record prints what was signed, even if it has changed since.
    ...(signed && {
      patientName: signed.patient.name,
      identification: signed.identification,
      consultation: {
        type: signed.consultation.type,
        startTime: signed.consultation.start,
        demonstration: signed.consultation.demonstration,
      },
      consent: signed.consent ?? visit.consent,
    }),
    specialty: record.specialty,
    sections: record.sections,
    diagnoses: record.diagnoses,
    unifiedText: record.unified_text,
    signature,
    addenda: record.addenda,
    aiUse: signed ? signed.ai_use : aiUseLine(record.structurer, record.created_at, timeZoneOf(profile)),
    consentSince: signature && answeredAt(consultation.consent) > signature.signed_at ? visit.consent : null,
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
