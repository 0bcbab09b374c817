import { randomUUID } from 'node:crypto'
import { searchableName } from '#domain/patient/patient.ts'
import { plain } from '#domain/text.ts'
import { inDatabase } from '../e2e/database.ts'

type Row = Record<string, string | number | null>

function insert(table: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {})
  inDatabase((database) => {
    const places = names.map((name) => `:${name}`).join(', ')
    const put = database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
    database.exec('BEGIN IMMEDIATE')
    for (const row of rows) put.run(row)
    database.exec('COMMIT')
  })
}

/** A consultation that began earlier, before anybody is in its room. */
export const beganEarlier = (consultationId: string, seconds: number): void =>
  inDatabase((database) =>
    database
      .prepare('UPDATE consultations SET start_time = start_time - :ms WHERE id = :consultationId')
      .run({ ms: seconds * 1_000, consultationId }),
  )

/** A finished consultation that was on another day, and took so long. */
export const putBack = (consultationId: string, start: number, duration: number): void =>
  inDatabase((database) =>
    database
      .prepare(
        'UPDATE consultations SET start_time = :start, end_time = :start + :duration, duration = :duration WHERE id = :consultationId',
      )
      .run({ start, duration, consultationId }),
  )

/** A finished consultation as the demonstration recogniser would have written it. */
export const inventedTalk = (consultationId: string): void =>
  inDatabase((database) =>
    database.prepare('UPDATE consultations SET demonstration = 1 WHERE id = :consultationId').run({ consultationId }),
  )

/** As one who has only ever come in through another provider. */
export const forgetPassword = (doctorId: string): void =>
  inDatabase((database) =>
    database
      .prepare("UPDATE account SET provider_id = 'google', password = NULL WHERE user_id = :doctorId")
      .run({ doctorId }),
  )

type DataExportRow = {
  patient?: string
  done: number
  total: number
  ready?: boolean
  failed?: boolean
  /** Asked for so long ago. */
  ago?: number
  volumes?: readonly { number: number; bytes: number }[]
}

/** An export of data as it stands; one that is being made is in the hands of a worker that does not end. */
export function fillDataExport(doctorId: string, row: DataExportRow): void {
  const { patient, done, total, ready, failed, ago = 10 * 60_000, volumes = [] } = row
  const [id, jobId, created] = [randomUUID(), randomUUID(), Date.now() - ago]
  const status = ready ? 'completed' : failed ? 'failed' : 'running'
  const error = failed ? 'data_export_failed' : null
  const times = { created_at: created, updated_at: created }
  const lease = { attempts: 1, lease_until: status === 'running' ? Date.now() + DAY_MS : null }
  const about = { id: jobId, kind: 'data_export', doctor_id: doctorId, subject_id: id, input: '{}' }
  insert('jobs', [{ ...about, status, error, ...lease, ...times }])
  insert('data_exports', [
    {
      ...{ id, doctor_id: doctorId, patient_id: patient ?? null, job_id: jobId, settings: '{}', done, total },
      created_at: created,
      ready_at: ready ? created : null,
      expires_at: created + 7 * DAY_MS,
    },
  ])
  if (volumes.length > 0)
    insert(
      'data_export_volumes',
      volumes.map((volume) => ({
        export_id: id,
        doctor_id: doctorId,
        file_key: 'none',
        created_at: created,
        ...volume,
      })),
    )
}

const FIRST = ['Ana', 'Antônio', 'Beatriz', 'Caetano', 'Conceição', 'Débora', 'Estêvão', 'Flávia', 'Gonçalo', 'Íris']
const LAST = ['Araújo', 'Brandão', 'Cavalcanti', 'Falcão', 'Guimarães', 'Magalhães', 'Nóbrega', 'Queirós', 'Simões']
const CONTEXTS = ['', 'Hipertensão. Losartana 50 mg.', 'Alergia a penicilina.', 'Diabetes tipo 2, metformina 850 mg.']
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const nameOf = (n: number) => `${of(FIRST, n)} ${of(LAST, Math.floor(n / FIRST.length))} ${of(LAST, n)}`
const DAY_MS = 24 * 60 * 60_000

const patientRow = (doctorId: string, n: number, now: number): Row => ({
  id: randomUUID(),
  doctor_id: doctorId,
  nome_completo: nameOf(n),
  nome_busca: searchableName(nameOf(n)),
  observacoes_gerais: of(CONTEXTS, n),
  total_consultas: 1,
  created_at: now - (n + 2) * DAY_MS,
  updated_at: now - (n + 2) * DAY_MS,
})

export function fillPatients(doctorId: string, count: number): void {
  const now = Date.now()
  insert(
    'medical_patients',
    Array.from({ length: count }, (_, n) => patientRow(doctorId, n, now)),
  )
}

/** Finished ones, one a patient, the newest yesterday; without entries. */
export function fillConsultations(doctorId: string, count: number): void {
  const now = Date.now()
  const patients = Array.from({ length: count }, (_, n) => patientRow(doctorId, n, now))
  insert('medical_patients', patients)
  insert(
    'consultations',
    patients.map((patient, n) => ({
      id: randomUUID(),
      doctor_id: doctorId,
      patient_id: patient.id as string,
      patient_name: patient.nome_completo as string,
      search_text: plain(`${patient.nome_completo} ${patient.observacoes_gerais}`),
      consultation_type: n % 3 === 2 ? 'telemedicina' : 'presencial',
      clinical_context: patient.observacoes_gerais as string,
      status: 'completed',
      start_time: now - (n + 1) * DAY_MS,
      end_time: now - (n + 1) * DAY_MS + (8 + (n % 25)) * 60_000,
      duration: (8 + (n % 25)) * 60_000,
      entry_count: 0,
    })),
  )
}

const SAID = ['E desde quando a senhora sente isso?', 'Faz umas duas semanas, doutora, e piora de noite.', 'Entendi.']

/** Lines of a finished consultation: a running one keeps its own in its room. */
export function fillEntries(doctorId: string, consultationId: string, count: number): void {
  const start = Date.now() - count * 2_000
  insert(
    'transcript_entries',
    Array.from({ length: count }, (_, n) => ({
      consultation_id: consultationId,
      id: `many-${String(n).padStart(5, '0')}`,
      doctor_id: doctorId,
      position: n + 1_000,
      text: of(SAID, n),
      timestamp: start + n * 2_000,
      speaker: n % 2 ? 'patient' : 'doctor',
      speaker_origin: 'hand',
      start_ms: n * 2_000,
      end_ms: n * 2_000 + 1_500,
      confidence: 0.94,
    })),
  )
}
