import { hashPassword } from 'better-auth/crypto'
import { stateOfAnswers } from '#domain/consent/consent.ts'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { searchableName } from '#domain/patient/patient.ts'
import { plain } from '#domain/text.ts'
import { consultationLines } from './seed-consultation.ts'
import { seedRecord } from './seed-record.ts'

/** The demonstration doctor. Invented, as all here. */
export const DEMO_EMAIL = 'helena@relato.example'
export const DEMO_PASSWORD = 'Relato123!'
const DOCTOR = '00000000-0000-4000-8000-000000000001'
const PATIENTS = [
  {
    id: '00000000-0000-4000-8000-000000000011',
    name: 'Marina Albuquerque Teixeira',
    context: 'Hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.',
  },
  { id: '00000000-0000-4000-8000-000000000012', name: 'João Batista Conceição', context: 'Asma na infância.' },
] as const
const CONSULTATION = '00000000-0000-4000-8000-000000000021'
const CONSENT = '00000000-0000-4000-8000-000000000051'

type Value = string | number | null
const literal = (value: Value) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/** Rows that stand already are left as they are: a second start keeps the data. */
function insert(table: string, row: Record<string, Value>): string {
  const names = Object.keys(row).map((name) => `"${name}"`)
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')}) ON CONFLICT DO NOTHING;`
}

/** SQL that puts in the demonstration doctor, verified, two patients and one finished consultation with its record. */
export async function seedSql(now: number): Promise<string> {
  const start = now - 26 * 60 * 60_000
  const lines = consultationLines(start)
  const duration = (lines.at(-1)?.end_ms ?? 0) + 4_000
  const [marina] = PATIENTS
  const answers = answersFor('presencial')
  const times = { created_at: start, updated_at: start }
  const statements = [
    insert('user', { id: DOCTOR, name: 'Dra. Helena Prado', email: DEMO_EMAIL, email_verified: 1, ...times }),
    insert('account', {
      id: `${DOCTOR}-password`,
      account_id: DOCTOR,
      provider_id: 'credential',
      user_id: DOCTOR,
      password: await hashPassword(DEMO_PASSWORD),
      ...times,
    }),
    insert('profiles', {
      id: DOCTOR,
      full_name: 'Dra. Helena Prado',
      crm: '123456/SP',
      specialty: 'Clínica Geral',
      phone: '(11) 99999-0000',
      ...times,
    }),
    ...PATIENTS.map(({ id, name, context }) =>
      insert('medical_patients', {
        id,
        doctor_id: DOCTOR,
        nome_completo: name,
        nome_busca: searchableName(name),
        observacoes_gerais: context,
        total_consultas: id === marina.id ? 1 : 0,
        last_consultation: id === marina.id ? start + duration : null,
        ...times,
      }),
    ),
    insert('consultations', {
      id: CONSULTATION,
      doctor_id: DOCTOR,
      patient_id: marina.id,
      patient_name: marina.name,
      search_text: plain(`${marina.name} ${marina.context}`),
      consultation_type: 'presencial',
      clinical_context: marina.context,
      status: 'completed',
      start_time: start,
      end_time: start + duration,
      duration,
      entry_count: lines.length,
      specialty: 'general',
    }),
    insert('consents', {
      id: CONSENT,
      doctor_id: DOCTOR,
      patient_id: marina.id,
      consultation_id: CONSULTATION,
      state: stateOfAnswers(answers),
      notice_version: currentNotice.version,
      notice_sha256: currentNotice.sha256,
      answers: JSON.stringify(answers),
      answered_at: start,
      created_at: start,
    }),
    ...lines.map((line, position) =>
      insert('transcript_entries', {
        consultation_id: CONSULTATION,
        id: line.id,
        doctor_id: DOCTOR,
        position,
        text: line.text,
        timestamp: line.timestamp,
        speaker: line.speaker ?? null,
        speaker_origin: 'hand',
        start_ms: line.start_ms,
        end_ms: line.end_ms,
        confidence: line.confidence ?? null,
      }),
    ),
    ...seedRecord({
      doctorId: DOCTOR,
      consultationId: CONSULTATION,
      context: marina.context,
      entries: lines,
      now: start + duration,
    }).map(({ table, row }) => insert(table, row)),
  ]
  return `${statements.join('\n')}\n`
}
