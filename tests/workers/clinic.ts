import { env } from 'cloudflare:workers'
import { currentNotice } from '#domain/consent/notice.ts'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import { plain, searchKey } from '#domain/text.ts'
import type { TestDoctor } from './doctor.ts'
import { execute, selectValue } from './sql.ts'

/** A few codes of the system's table, where the Worker reads it. */
export const installCidTable = () =>
  env.FILES.put(
    CID_TABLE_KEY,
    'J20\tBronquite aguda\nJ20.9\tBronquite aguda não especificada\nJ45\tAsma\nI10\tHipertensão essencial (primária)\n',
  )

/** Everything one doctor can own: a session elsewhere, a patient, a running and a finished consultation, a record, a job, an export and one of everything. */
export type Clinic = Record<
  | 'session'
  | 'patient'
  | 'active'
  | 'consultation'
  | 'record'
  | 'section'
  | 'job'
  | 'export'
  | 'dataExport'
  | 'word'
  | 'fact'
  | 'delivery'
  | 'copyProfile'
  // Made by their own routes: only a signed record gives them.
  | 'document'
  | 'patientPage',
  string
>

export type Row = Record<string, string | number | null>

export async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  const places = names.map(() => '?')
  await execute(`INSERT INTO ${table} ("${names.join('", "')}") VALUES (${places})`, ...Object.values(row))
}

const NOW = Date.UTC(2026, 10, 20, 15)

/** Stores the patient's answer to the consent notice of a consultation. */
export const newConsent = (doctor: TestDoctor, patient: string, consultation: string, change: Row = {}) =>
  insert('consents', {
    ...{ id: crypto.randomUUID(), doctor_id: doctor.id, patient_id: patient, consultation_id: consultation },
    ...{ state: 'accepted', answers: '{"ai":"accepted","recording":"accepted"}', answered_at: NOW, created_at: NOW },
    ...{ notice_version: currentNotice.version, notice_sha256: currentNotice.sha256 },
    ...change,
  })

export const dialogue: ['doctor' | 'patient', string][] = [
  ['doctor', 'Bom dia, o que o senhor está sentindo?'],
  ['patient', 'Estou com tosse seca e febre há quatro dias.'],
  ['doctor', 'Tem falta de ar?'],
  ['patient', 'Não.'],
  ['doctor', 'O senhor tem alergia a algum remédio?'],
  ['patient', 'Sou alérgico a penicilina.'],
  ['doctor', 'A saturação está em noventa e sete por cento.'],
  ['doctor', 'Parece uma bronquite aguda. Tome dipirona de seis em seis horas se tiver febre.'],
]

export async function newConsultation(
  doctor: TestDoctor,
  patient: string,
  change: Row = {},
  lines = dialogue,
): Promise<string> {
  const id = crypto.randomUUID()
  await insert('consultations', {
    ...{
      id,
      doctor_id: doctor.id,
      patient_id: patient,
      patient_name: 'Rui Barbosa Neto',
      search_text: 'rui barbosa neto',
    },
    ...{ consultation_type: 'presencial', clinical_context: '', status: 'completed', entry_count: lines.length },
    ...{ start_time: NOW, end_time: NOW + 60_000, duration: 60_000 },
    ...change,
  })
  for (const [position, [speaker, text]] of lines.entries())
    await insert('transcript_entries', {
      ...{ consultation_id: id, id: `e${position}`, doctor_id: doctor.id, position, text, speaker, confidence: 0.9 },
      ...{ timestamp: NOW + position * 5_000, start_ms: position * 5_000, end_ms: position * 5_000 + 4_000 },
    })
  // A finished one was recorded with consent; a running one has not been asked for it yet.
  if (change.status !== 'active') await newConsent(doctor, patient, id)
  return id
}

export async function newPatient(doctor: TestDoctor, name = 'Rui Barbosa Neto', more: Row = {}): Promise<string> {
  const id = crypto.randomUUID()
  await insert('medical_patients', {
    ...{ id, doctor_id: doctor.id, nome_completo: name, nome_busca: searchKey(name), observacoes_gerais: '' },
    ...{ created_at: NOW, updated_at: NOW },
    ...more,
  })
  return id
}

export const newSession = async (doctor: TestDoctor, expires_at: number, now = Date.now()): Promise<string> => {
  const id = crypto.randomUUID()
  const times = { expires_at, created_at: now, updated_at: now }
  await insert('session', { id, user_id: doctor.id, token: crypto.randomUUID(), ...times })
  return id
}

/** A job about a consultation: structuring in the general template, unless `change` says otherwise. */
export const newJob = async (doctor: TestDoctor, subject: string, change: Row = {}): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('jobs', {
    ...{ id, kind: 'structure', doctor_id: doctor.id, subject_id: subject, input: '{"specialty":"general"}' },
    ...{ status: 'completed', attempts: 1, created_at: NOW, updated_at: NOW },
    ...change,
  })
  return String(change.id ?? id)
}

/** A word on the doctor's list. */
export const newWord = async (doctor: TestDoctor, word: string, corrected_at = NOW): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('corrected_words', { id, doctor_id: doctor.id, word, key: plain(word), corrected_at })
  return id
}

/** A way to write, with one shortcut, and a way to copy of the doctor's own. Returns the id of the latter. */
export const newCopyProfile = async (doctor: TestDoctor): Promise<string> => {
  const id = crypto.randomUUID()
  const fields = '[{"title":"Evolução","parts":["hda","conduta"]}]'
  const own = { doctor_id: doctor.id, updated_at: NOW }
  await insert('copy_profiles', { ...own, id, created_at: NOW, name: 'Hospital', titles: 1, fields })
  await execute('DELETE FROM own_writings WHERE doctor_id = ?', doctor.id)
  const writing = { templates: {}, shortcuts: [{ name: 'ex', text: 'Exame.' }], words: [], changes: [] }
  await insert('own_writings', { ...own, writing: JSON.stringify(writing) })
  return id
}

/** No server listens there. */
export const CLOSED_ADDRESS = 'http://127.0.0.1:9/relato'
/** A paused webhook, and a delivery that failed. Returns the delivery's id. */
export async function newIntegration(doctor: TestDoctor, consultation: string, change: Row = {}): Promise<string> {
  const id = crypto.randomUUID()
  const own = { doctor_id: doctor.id, kind: 'webhook', created_at: NOW }
  const events = '["record.signed"]'
  // A doctor has one of a kind: the second consultation's delivery goes the same way.
  const found = await selectValue('SELECT 1 FROM integrations WHERE doctor_id = ?', doctor.id)
  if (!found)
    await insert('integrations', {
      ...{ ...own, address: CLOSED_ADDRESS, secret: 'sealed elsewhere', events, updated_at: NOW, paused_at: NOW },
      ...change,
    })
  await insert('deliveries', {
    ...{ ...own, id, event: 'record.signed', consultation_id: consultation, state: 'failed', attempts: 7 },
    ...{ failure: 'unreachable', attempted_at: NOW },
  })
  return id
}

/** An entry on a list of the patient. */
export const newFact = async (doctor: TestDoctor, patient: string, text: string, change: Row = {}): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('patient_facts', {
    ...{ id, doctor_id: doctor.id, patient_id: patient, kind: 'allergy', text, key: plain(text), added_at: NOW },
    ...change,
  })
  return id
}

/** The row of a record, without sections. */
export const newRecordRow = async (doctor: TestDoctor, consultation: string, change: Row = {}): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('records', {
    ...{ id, consultation_id: consultation, doctor_id: doctor.id, specialty: 'general', job_id: crypto.randomUUID() },
    ...{ processing_time_ms: 5, warnings: '[]', structurer: '{"name":"extractive","version":"1"}' },
    ...{ created_at: NOW, updated_at: NOW },
    ...change,
  })
  return id
}

export const newSection = async (
  doctor: TestDoctor,
  record: string,
  text: string,
  sentences: object[],
): Promise<string> => {
  const id = crypto.randomUUID()
  await insert('record_sections', {
    ...{ id, record_id: record, doctor_id: doctor.id, key: 'hda', canonical: 'hda', title: 'História da Doença Atual' },
    ...{ position: 1, content: text, original_content: text, confidence: 'high', confidence_score: 0.9 },
    ...{ suggestions: '[]', sentences: JSON.stringify(sentences) },
  })
  return id
}

/** An open consultation of which nothing was recorded. */
export const OPEN: Row = { status: 'active', end_time: null, duration: null, entry_count: 0 }

/** In the transcript of the clinic's finished consultation and missing from its record. */
export const OMISSION = 'o1'

export async function newClinic(doctor: TestDoctor): Promise<Clinic> {
  await installCidTable()
  const session = await newSession(doctor, Date.now() + 3_600_000)
  const patient = await newPatient(doctor, undefined, { observacoes_gerais: 'Usa losartana 50 mg.' })
  const active = await newConsultation(doctor, patient, OPEN, [])
  const consultation = await newConsultation(doctor, patient)
  const job = await newJob(doctor, consultation)
  const allergy = { id: OMISSION, kind: 'allergy', section: 'hda', text: 'Alergia a penicilina.' }
  const said = [{ id: 'e5', hash: textHash('Sou alérgico a penicilina.') }]
  const omissions = JSON.stringify([{ ...allergy, evidence: said }])
  const record = await newRecordRow(doctor, consultation, { job_id: job, omissions })
  const text = 'Refere tosse seca e febre há quatro dias.'
  const evidence = [{ id: 'e1', hash: textHash('Estou com tosse seca.') }]
  const section = await newSection(doctor, record, text, [
    { text, evidence, proof: 'transcript', flags: [], seen: false },
  ])
  const [exported, dataExport] = [crypto.randomUUID(), crypto.randomUUID()]
  const own = { doctor_id: doctor.id, created_at: NOW }
  const file_key = `exports/${doctor.id}/${exported}.pdf`
  await insert('exports', { ...own, id: exported, consultation_id: consultation, job_id: job, file_key, bytes: 4 })
  await env.FILES.put(file_key, '%PDF')
  const until = { ready_at: NOW, expires_at: Date.now() + 3_600_000 }
  await insert('data_exports', { ...own, id: dataExport, job_id: job, settings: '{}', ...until })
  const volume = `data-exports/${doctor.id}/${dataExport}/1-1.zip`
  await insert('data_export_volumes', { ...own, export_id: dataExport, number: 1, file_key: volume, bytes: 2 })
  await env.FILES.put(volume, 'PK')
  const word = await newWord(doctor, `palavra ${crypto.randomUUID()}`)
  const fact = await newFact(doctor, patient, 'Iodo')
  const delivery = await newIntegration(doctor, consultation)
  const copyProfile = await newCopyProfile(doctor)
  const [document, patientPage] = [crypto.randomUUID(), crypto.randomUUID()]
  const parts = { session, patient, active, consultation, record, section, job, export: exported }
  return { ...parts, dataExport, word, fact, delivery, copyProfile, document, patientPage }
}
