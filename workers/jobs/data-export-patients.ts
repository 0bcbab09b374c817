import type { Database } from '#db/client.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import {
  type LeavingConsultations,
  type Place,
  readExportedConsultations,
  readExportedPatients,
} from '#db/queries/data-export-read.ts'
import { findPatient } from '#db/queries/patient.ts'
import type { StoredRecord } from '#db/queries/record.ts'
import { type Profile, timeZoneOf } from '#domain/account/contract.ts'
import { itemsFor, notices } from '#domain/consent/notice.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import { type ConsultationFile, FORMAT_VERSION, type ManifestFile } from '#domain/data-export/files.ts'
import { consultationFolder, inVolume, patientFolder } from '#domain/data-export/names.ts'
import { signedFileKey } from '#domain/document/signature.ts'
import type { Patient } from '#domain/patient/contract.ts'
import { transcriptFile } from '#domain/transcript/transcript.ts'
import { documentOf } from '../pdf/of-record.ts'
import { openRecord } from '../record/signature.ts'
import type { Volume } from './data-export-volume.ts'

/** Consultations read together; their transcripts share the memory. */
const READ_AT_ONCE = 4
/** Bytes of signed files in a volume: they wait in memory behind the patient's dados.json. Half of it ends the volume. */
const SIGNED_MAX = 32 * 1024 * 1024

export type Written = {
  db: Database
  doctorId: string
  profile: Profile | null
  volume: Volume
  number: number
  now: number
  print: (document: ReturnType<typeof documentOf>) => Promise<Uint8Array>
  /** A file of R2; null if it is not there. */
  fetchFile: (key: string) => Promise<Uint8Array | null>
  /** Bytes of signed files written so far. */
  signedBytes: number
}
type End = { last: Place | null; goOn: boolean }
type Patients = Awaited<ReturnType<typeof readExportedPatients>>
type PatientRows = { patient: Patients['patients'][number]; facts: Patients['facts'] }

/**
 * Writes a folder for each patient of these places, which are ordered by patient. `wrote` is called after each place
 * and returns false to end the volume. Returns the last place written.
 */
export async function writePatients(
  to: Written,
  places: readonly Place[],
  wrote: (place: Place) => Promise<boolean>,
): Promise<Place | null> {
  const ids = [...new Set(places.map(({ patient }) => patient))]
  const read = readAhead(to, places)
  const { patients, facts } = await readExportedPatients(to.db, to.doctorId, ids)
  const rows = new Map(patients.map((row) => [row.id, row]))
  let last: Place | null = null
  for (const id of ids) {
    const own = places.filter(({ patient }) => patient === id)
    const patient = rows.get(id)
    // Deleted after its place was read.
    const written: End = patient
      ? await writePatient(
          to,
          { patient, facts: facts.filter(({ patient_id }) => patient_id === id) },
          own,
          read,
          wrote,
        )
      : { last: own.at(-1) ?? last, goOn: true }
    last = written.last ?? last
    if (!written.goOn) return last
  }
  return last
}

/** Reads the rows of a place with those of the next few, across patients: most have one or two. */
function readAhead({ db, doctorId }: Written, places: readonly Place[]) {
  const ids = places.flatMap(({ consultation }) => (consultation === '' ? [] : [consultation]))
  let [from, upTo] = [0, 0]
  let batch: LeavingConsultations | null = null
  return async ({ consultation }: Place): Promise<LeavingConsultations> => {
    const at = ids.indexOf(consultation)
    if (batch === null || at < from || at >= upTo) {
      batch = null
      ;[from, upTo] = [at, at + READ_AT_ONCE]
      batch = await readExportedConsultations(db, doctorId, ids.slice(from, upTo))
    }
    return batch
  }
}

async function writePatient(
  to: Written,
  { patient, facts }: PatientRows,
  places: readonly Place[],
  read: ReturnType<typeof readAhead>,
  wrote: (place: Place) => Promise<boolean>,
): Promise<End> {
  const folder = patientFolder(patient)
  const file = to.volume.open(`${folder}/${inVolume('dados.json', to.number)}`)
  const head = { format_version: FORMAT_VERSION, kind: 'patient', patient, facts }
  file.write(`${JSON.stringify(head).slice(0, -1)},"consultations":[`)
  const visits = places.filter(({ consultation }) => consultation !== '')
  let comma = ''
  let last: Place | null = visits.length === 0 ? (places[0] ?? null) : null
  let goOn = true
  if (last) goOn = await wrote(last)
  const current = visits.length > 0 ? await findPatient(to.db, to.doctorId, patient.id) : null
  for (const place of visits) {
    const rows = await read(place)
    const row = rows.consultations.find(({ id }) => id === place.consultation)
    if (row) {
      file.write(`${comma}\n${JSON.stringify(await writeConsultation(to, folder, current, row, rows))}`)
      comma = ','
    }
    last = place
    await to.volume.drain()
    goOn = (await wrote(place)) && to.signedBytes < SIGNED_MAX / 2
    if (!goOn) break
  }
  file.write(']}\n')
  file.end()
  await to.volume.drain()
  return { last, goOn }
}

async function writeConsultation(
  to: Written,
  patientFolderName: string,
  patient: Patient | null,
  row: LeavingConsultations['consultations'][number],
  read: LeavingConsultations,
): Promise<ConsultationFile> {
  const folder = consultationFolder(patientFolderName, row, timeZoneOf(to.profile))
  const own = <T extends { consultation_id: string }>(rows: readonly T[]) =>
    rows.filter(({ consultation_id }) => consultation_id === row.id)
  const [consultation, current] = await Promise.all([
    findConsultation(to.db, to.doctorId, row.id),
    openRecord(to.db, to.doctorId, row.id),
  ])
  const transcript = own(read.entries)
  const [record] = own(read.records)
  const files: ConsultationFile['files'] = {
    transcript: `${folder}/transcricao.txt`,
    record: record ? `${folder}/registro.pdf` : null,
    signed: [],
  }
  to.volume.text(files.transcript, transcriptOf(transcript, row, consultation, timeZoneOf(to.profile)))
  if (files.record && consultation) {
    const missing = await writeRecord(to, files.record, { patient, consultation, record: current })
    if (missing) {
      to.volume.missing.push({ path: files.record, reason: missing })
      files.record = null
    }
  }
  for (const { id, number } of own(read.documents)) {
    const file = own(read.signatures).find(({ document_id }) => document_id === id)
    if (file && (await writeSigned(to, `${folder}/documento-${number}-assinado.pdf`, file)))
      files.signed.push(`${folder}/documento-${number}-assinado.pdf`)
  }
  return {
    ...row,
    files,
    transcript,
    consents: own(read.consents).map((consent) => ({ ...consent, notice: noticeRead(consent, row) })),
    record: record
      ? {
          ...record,
          sections: read.sections.filter(({ record_id }) => record_id === record.id),
          addenda: own(read.addenda),
          versions: own(read.versions),
        }
      : null,
    documents: own(read.documents),
    patient_pages: own(read.patientPages),
    signatures: own(read.signatures),
    pdfs: own(read.pdfs),
  }
}

function transcriptOf(
  entries: LeavingConsultations['entries'],
  row: LeavingConsultations['consultations'][number],
  consultation: Consultation | null,
  timeZone: string,
): string {
  const lines = entries.map(({ id, text, timestamp, speaker, start_ms, end_ms }) => ({
    id,
    text,
    timestamp,
    isPartial: false,
    start_ms,
    end_ms,
    ...(speaker && { speaker }),
  }))
  const gaps = Array.isArray(row.gaps) ? row.gaps : []
  return transcriptFile(lines, gaps, consentStatement(consultation?.consent ?? null, timeZone))
}

/** Returns the text of that notice version in reading order. */
function noticeRead(
  { notice_version }: LeavingConsultations['consents'][number],
  { consultation_type }: LeavingConsultations['consultations'][number],
): ConsentNotice {
  const notice = notices.find(({ version }) => version === notice_version)
  return notice ? itemsFor(consultation_type).map((item) => notice.items[item]) : []
}
type ConsentNotice = ConsultationFile['consents'][number]['notice']

/** Writes the record as its own export prints it. A record that cannot be printed is left out; the export continues. */
async function writeRecord(
  to: Written,
  path: string,
  { record, ...of }: { patient: Patient | null; consultation: Consultation; record: StoredRecord | null },
): Promise<ManifestFile['missing'][number]['reason'] | null> {
  if (!record) return 'not_printable'
  if (record.alerts.some((alert) => alert.kind === 'signature')) return 'signature_broken'
  let printed: Uint8Array
  try {
    printed = await to.print(documentOf({ profile: to.profile, ...of, record }, to.now))
  } catch {
    return 'not_printable'
  }
  to.volume.packed(path, printed)
  return null
}

/** Writes a document as it came back signed. False, with a note in the manifest where it should be there, without it. */
async function writeSigned(
  to: Written,
  path: string,
  { document_id, signed_sha256, signed_bytes }: LeavingConsultations['signatures'][number],
): Promise<boolean> {
  if (signed_sha256 === null || signed_bytes === null) return false
  const isFull = to.signedBytes + signed_bytes > SIGNED_MAX
  const file = isFull ? null : await to.fetchFile(signedFileKey(to.doctorId, document_id, signed_sha256))
  if (file) to.volume.packed(path, file)
  else to.volume.missing.push({ path, reason: isFull ? 'left_out' : 'file_missing' })
  to.signedBytes += file?.byteLength ?? 0
  return file !== null
}
