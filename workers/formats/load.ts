import type { Database } from '#db/client.ts'
import { findConsultation, readConsultation } from '#db/queries/consultation.ts'
import { findPatient } from '#db/queries/patient.ts'
import { readFacts } from '#db/queries/patient-fact.ts'
import { signedConsultations } from '#db/queries/record.ts'
import { type Profile, timeZoneOf } from '#domain/account/contract.ts'
import { AppError } from '#domain/errors.ts'
import type { ConsultationFile } from '#domain/formats/consultation.ts'
import { PATIENT_RECORDS_MAX, type PatientFile } from '#domain/formats/patient.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import { knownIdentification } from '#domain/patient/identification.ts'
import { doctorOf, fileOf, visitOf } from '../pdf/of-record.ts'
import { openRecordWithGrounds } from '../record/signature.ts'

/** Whose record it is, and what the paper says of them. */
type Author = { id: string; profile: Profile | null }

/** A record as it leaves. `broken`: its signature does not verify, so its text must not leave. */
type Loaded = { file: RecordFile; broken: boolean }

/** The doctor's record of a consultation, or null where there is none. */
export async function loadRecord(
  db: Database,
  { id: doctorId, profile }: Author,
  consultationId: string,
  now: number,
): Promise<Loaded | null> {
  const [consultation, opened] = await Promise.all([
    findConsultation(db, doctorId, consultationId),
    openRecordWithGrounds(db, doctorId, consultationId),
  ])
  if (!consultation || !opened) return null
  const patient = await findPatient(db, doctorId, consultation.patientId)
  return {
    file: fileOf({ profile, patient, consultation, ...opened }, now),
    broken: opened.record.alerts.some(({ kind }) => kind === 'signature'),
  }
}

/** A finished consultation with its transcript. Errors: consultation_not_found, consultation_running, signature_broken. */
export async function loadConsultation(
  db: Database,
  doctor: Author,
  id: string,
  now: number,
): Promise<ConsultationFile> {
  const [found, record] = await Promise.all([readConsultation(db, doctor.id, id), loadRecord(db, doctor, id, now)])
  if (!found) throw new AppError('consultation_not_found')
  // The lines of a running consultation are in its room.
  if (found.consultation.status === 'active') throw new AppError('consultation_running')
  if (record?.broken) throw new AppError('signature_broken')
  const { consultation, entries, gaps } = found
  const patient = await findPatient(db, doctor.id, consultation.patientId)
  const visit = visitOf({ profile: doctor.profile, patient, consultation }, now)
  return { id, visit, record: record?.file ?? null, entries, gaps }
}

/** A patient with the newest signed records. Errors: patient_not_found. */
export async function loadPatient(db: Database, doctor: Author, id: string, now: number): Promise<PatientFile> {
  const [patient, facts, signed] = await Promise.all([
    findPatient(db, doctor.id, id),
    readFacts(db, doctor.id, id),
    signedConsultations(db, doctor.id, id, PATIENT_RECORDS_MAX),
  ])
  if (!patient) throw new AppError('patient_not_found')
  const loaded = await Promise.all(signed.newest.map((consultation) => loadRecord(db, doctor, consultation, now)))
  const all = loaded.filter((one) => one !== null)
  return {
    id,
    name: patient.name,
    identification: knownIdentification(patient.identification),
    facts,
    doctor: doctorOf(doctor.profile),
    records: all.filter(({ broken }) => !broken).map(({ file }) => file),
    broken: all.filter(({ broken }) => broken).map(({ file }) => file.consultation.startTime),
    left: signed.count - signed.newest.length,
    printedAt: now,
    timeZone: timeZoneOf(doctor.profile),
  }
}
