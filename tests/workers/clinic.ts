import { env } from 'cloudflare:workers'
import { currentNotice } from '#domain/consent/notice.ts'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import type { TestDoctor } from './doctor.ts'

/** A few codes of the system's table, where the Worker reads it. */
export const installCidTable = () =>
  env.FILES.put(
    CID_TABLE_KEY,
    'J20\tBronquite aguda\nJ20.9\tBronquite aguda não especificada\nJ45\tAsma\nI10\tHipertensão essencial (primária)\n',
  )

/** Everything one doctor can own: a session elsewhere, a patient, a running and a finished consultation, a record, a job, an export and one of everything. */
export type Clinic = Record<
  'session' | 'patient' | 'active' | 'consultation' | 'record' | 'section' | 'job' | 'export' | 'dataExport',
  string
>

type Row = Record<string, string | number | null>

export async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  const sql = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  await env.DB.prepare(sql)
    .bind(...Object.values(row))
    .run()
}

const NOW = Date.UTC(2026, 10, 20, 15)

/** Stores the patient's answer to the consent notice of a consultation. */
export const newConsent = (doctor: TestDoctor, patient: string, consultation: string, change: Row = {}) =>
  insert('consents', {
    id: crypto.randomUUID(),
    doctor_id: doctor.id,
    patient_id: patient,
    consultation_id: consultation,
    state: 'accepted',
    notice_version: currentNotice.version,
    notice_sha256: currentNotice.sha256,
    answers: '{"ai":"accepted","recording":"accepted"}',
    answered_at: NOW,
    created_at: NOW,
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
    id,
    doctor_id: doctor.id,
    patient_id: patient,
    patient_name: 'Rui Barbosa Neto',
    search_text: 'rui barbosa neto',
    consultation_type: 'presencial',
    clinical_context: '',
    status: 'completed',
    start_time: NOW,
    end_time: NOW + 60_000,
    duration: 60_000,
    entry_count: lines.length,
    ...change,
  })
  for (const [position, [speaker, text]] of lines.entries())
    await insert('transcript_entries', {
      consultation_id: id,
      id: `e${position}`,
      doctor_id: doctor.id,
      position,
      text,
      timestamp: NOW + position * 5_000,
      speaker,
      start_ms: position * 5_000,
      end_ms: position * 5_000 + 4_000,
      confidence: 0.9,
    })
  // A finished one was recorded with consent; a running one has not been asked for it yet.
  if (change.status !== 'active') await newConsent(doctor, patient, id)
  return id
}

export async function newPatient(doctor: TestDoctor, name = 'Rui Barbosa Neto'): Promise<string> {
  const id = crypto.randomUUID()
  const times = { created_at: NOW, updated_at: NOW }
  await insert('medical_patients', {
    id,
    doctor_id: doctor.id,
    nome_completo: name,
    nome_busca: name.toLowerCase(),
    observacoes_gerais: '',
    ...times,
  })
  return id
}

/** In the transcript of the clinic's finished consultation and missing from its record. */
export const OMISSION = 'o1'

export async function newClinic(doctor: TestDoctor): Promise<Clinic> {
  await installCidTable()
  const session = crypto.randomUUID()
  await insert('session', {
    id: session,
    user_id: doctor.id,
    token: crypto.randomUUID(),
    expires_at: Date.now() + 3_600_000,
    created_at: Date.now(),
    updated_at: Date.now(),
  })
  const patient = await newPatient(doctor)
  const active = await newConsultation(
    doctor,
    patient,
    { status: 'active', end_time: null, duration: null, entry_count: 0 },
    [],
  )
  const consultation = await newConsultation(doctor, patient)
  const [record, section, job, exported, dataExport] = Array.from({ length: 5 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const times = { created_at: NOW, updated_at: NOW }
  await insert('jobs', {
    id: job,
    kind: 'structure',
    doctor_id: doctor.id,
    subject_id: consultation,
    input: '{"specialty":"general"}',
    status: 'completed',
    attempts: 1,
    ...times,
  })
  await insert('records', {
    id: record,
    consultation_id: consultation,
    doctor_id: doctor.id,
    specialty: 'general',
    job_id: job,
    processing_time_ms: 5,
    warnings: '[]',
    structurer: '{"name":"extractive","version":"1"}',
    omissions: JSON.stringify([
      {
        id: OMISSION,
        kind: 'allergy',
        section: 'hda',
        text: 'Alergia a penicilina.',
        evidence: [{ id: 'e5', hash: textHash('Sou alérgico a penicilina.') }],
      },
    ]),
    ...times,
  })
  const text = 'Refere tosse seca e febre há quatro dias.'
  await insert('record_sections', {
    id: section,
    record_id: record,
    doctor_id: doctor.id,
    key: 'hda',
    canonical: 'hda',
    title: 'História da Doença Atual',
    position: 1,
    content: text,
    original_content: text,
    confidence: 'high',
    confidence_score: 0.9,
    suggestions: '[]',
    sentences: JSON.stringify([
      {
        text,
        evidence: [{ id: 'e1', hash: textHash('Estou com tosse seca.') }],
        proof: 'transcript',
        flags: [],
        seen: false,
      },
    ]),
  })
  const file = `exports/${doctor.id}/${exported}.pdf`
  await insert('exports', {
    id: exported,
    consultation_id: consultation,
    doctor_id: doctor.id,
    job_id: job,
    file_key: file,
    bytes: 4,
    created_at: NOW,
  })
  await env.FILES.put(file, '%PDF')
  await insert('data_exports', {
    id: dataExport,
    doctor_id: doctor.id,
    job_id: job,
    settings: '{}',
    created_at: NOW,
    ready_at: NOW,
    expires_at: Date.now() + 3_600_000,
  })
  const volume = `data-exports/${doctor.id}/${dataExport}/1-1.zip`
  const of = { export_id: dataExport, doctor_id: doctor.id }
  await insert('data_export_volumes', { ...of, number: 1, file_key: volume, bytes: 2, created_at: NOW })
  await env.FILES.put(volume, 'PK')
  return { session, patient, active, consultation, record, section, job, export: exported, dataExport }
}
