import { randomUUID } from 'node:crypto'
import { plain, searchKey } from '#domain/text.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { inDatabase, type Row } from '../e2e/database.ts'

const DAY_MS = 24 * 60 * 60_000

/** One statement in the lane's database, for what no call of the product does. */
export const change = (sql: string, values: Row): void =>
  inDatabase((database) => void database.prepare(sql).run(values))

/** A finished consultation that was on another day, and took so long. */
export const putBack = (id: string, start: number, duration: number): void =>
  change(
    'UPDATE consultations SET start_time = :start, end_time = :start + :duration, duration = :duration WHERE id = :id',
    { id, start, duration },
  )

const insert = (table: string, rows: readonly Row[]): void =>
  inDatabase((_, put) => {
    for (const row of rows) put(table, row)
  })

export type DataExportRow = {
  patient?: string
  done: number
  total: number
  status?: 'running' | 'completed' | 'failed'
  /** Milliseconds since it was requested. */
  ago?: number
  /** Bytes of each volume. */
  volumes?: readonly number[]
}

/** An export of data as it stands; one that is running is in the hands of a worker that does not end. */
export function fillDataExport(doctorId: string, row: DataExportRow): void {
  const { patient, done, total, status = 'running', ago = 10 * 60_000, volumes = [] } = row
  const [id, jobId, created] = [randomUUID(), randomUUID(), Date.now() - ago]
  const owner = { doctor_id: doctorId, created_at: created }
  const error = status === 'failed' ? 'data_export_failed' : null
  const lease = { attempts: 1, lease_until: status === 'running' ? Date.now() + DAY_MS : null, updated_at: created }
  insert('jobs', [{ ...owner, id: jobId, kind: 'data_export', subject_id: id, input: '{}', status, error, ...lease }])
  const times = { ready_at: status === 'completed' ? created : null, expires_at: created + 7 * DAY_MS }
  const about = { id, patient_id: patient ?? null, job_id: jobId, settings: '{}', done, total }
  insert('data_exports', [{ ...owner, ...about, ...times }])
  const rows = volumes.map((bytes, n) => ({ ...owner, export_id: id, file_key: 'none', number: n + 1, bytes }))
  insert('data_export_volumes', rows)
}

/** A webhook and deliveries of every outcome. `paused`: the receiver stopped accepting them. */
export function fillIntegration(doctorId: string, paused: boolean): void {
  const now = Date.now()
  const own = { doctor_id: doctorId, kind: 'webhook', created_at: now - DAY_MS }
  const address = 'https://prontuario.clinica-das-acacias.med.br/integracoes/relato/entrada'
  const events = '["record.signed","document.issued","addendum.created"]'
  const times = { updated_at: now - DAY_MS, delivered_at: now - DAY_MS / 2, paused_at: paused ? now - 3_600_000 : null }
  insert('integrations', [{ ...own, ...times, address, secret: 'sealed', events }])
  const outcomes: Row[] = [
    { event: 'test', state: 'delivered', attempts: 1, failure: null, status: 204 },
    { event: 'record.signed', state: 'delivered', attempts: 3, failure: null, status: 200 },
    { event: 'document.issued', state: 'failed', attempts: 7, failure: 'refused', status: 503 },
    { event: 'addendum.created', state: 'failed', attempts: 7, failure: 'timeout', status: null },
    paused
      ? { event: 'record.signed', state: 'waiting', attempts: 0, failure: null, status: null }
      : { event: 'record.signed', state: 'failed', attempts: 1, failure: 'plan', status: null },
  ]
  const rowOf = (outcome: Row, n: number) => ({
    ...{ ...own, ...outcome, id: randomUUID(), consultation_id: outcome.event === 'test' ? null : randomUUID() },
    created_at: now - DAY_MS + n * 3_600_000,
    attempted_at: outcome.attempts === 0 ? null : now - DAY_MS + n * 3_600_000 + 2_000,
  })
  insert('deliveries', outcomes.map(rowOf))
}

const CORRECTED = ['tolvaptana', 'Glifage', 'eletroneuromiografia', 'dapagliflozina', 'Xarelto', 'mesalazina']

/** The doctor's list of corrected words, the named ones first. */
export function fillCorrectedWords(doctorId: string, count: number): void {
  const words = Array.from({ length: count }, (_, n) => CORRECTED[n] ?? `palavra ${n + 1}`)
  const now = Date.now()
  const rowOf = (word: string, n: number) => ({
    id: randomUUID(),
    word,
    key: plain(word),
    corrected_at: now - n,
  })
  insert(
    'corrected_words',
    words.map((word, n) => ({ ...rowOf(word, n), doctor_id: doctorId })),
  )
}

const FIRST = ['Ana', 'Antônio', 'Beatriz', 'Caetano', 'Conceição', 'Débora', 'Estêvão', 'Flávia', 'Gonçalo', 'Íris']
const LAST = ['Araújo', 'Brandão', 'Cavalcanti', 'Falcão', 'Guimarães', 'Magalhães', 'Nóbrega', 'Queirós', 'Simões']
const CONTEXTS = ['', 'Hipertensão. Losartana 50 mg.', 'Alergia a penicilina.', 'Diabetes tipo 2, metformina 850 mg.']
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const nameOf = (n: number) => `${of(FIRST, n)} ${of(LAST, Math.floor(n / FIRST.length))} ${of(LAST, n)}`

function patientRows(doctorId: string, count: number, now: number) {
  const seen = (n: number) => now - (n + 2) * DAY_MS
  return Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    doctor_id: doctorId,
    nome_completo: nameOf(n),
    nome_busca: searchKey(nameOf(n)),
    observacoes_gerais: of(CONTEXTS, n),
    total_consultas: 1,
    created_at: seen(n),
    updated_at: seen(n),
  }))
}

export const fillPatients = (doctorId: string, count: number): void =>
  insert('medical_patients', patientRows(doctorId, count, Date.now()))

/** Finished ones, one a patient, the newest yesterday; without entries. */
export function fillConsultations(doctorId: string, count: number): void {
  const now = Date.now()
  const patients = patientRows(doctorId, count, now)
  insert('medical_patients', patients)
  const visits = patients.map(({ id, nome_completo: name, observacoes_gerais: context }, n) => {
    const start = now - (n + 1) * DAY_MS
    const times = { start, end: start + (8 + (n % 25)) * 60_000 }
    const type = n % 3 === 2 ? 'telemedicina' : 'presencial'
    const about = { patient: { id, name }, context, type, specialty: null, consentId: randomUUID(), lines: [] } as const
    return visitRows({ id: randomUUID(), doctorId, ...about, ...times }).consultation
  })
  insert('consultations', visits)
}
