import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { hashPassword } from 'better-auth/crypto'
import { searchableName } from '#domain/patient/patient.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { consultationLines, pressureScript } from '#local/stack/seed-consultation.ts'
import { seedRecord } from '#local/stack/seed-record.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { nameOf } from './people.ts'

const PASSWORD = 'Relato123!'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A doctor with so much of everything. */
export type Doctor = {
  id: string
  email: string
  password: string
  patients: number
  visits: number
  /** Lines of the running consultation. */
  lines: number
  /** The one that still runs, and one that is over, with its record. */
  running: string
  recorded: string
}

const uuid = (doctor: number, kind: number, index: number) =>
  `0000000${doctor}-000${kind}-4000-8000-${String(index).padStart(12, '0')}`

const doctor = (n: number, size: Pick<Doctor, 'patients' | 'visits' | 'lines'>): Doctor => ({
  id: uuid(n, 0, 0),
  email: `medida-${n}@relato.example`,
  password: PASSWORD,
  running: uuid(n, 2, 0),
  recorded: uuid(n, 3, 0),
  ...size,
})
export const much = doctor(1, { patients: 10_000, visits: 5_000, lines: 2_000 })
const little = doctor(2, { patients: 10, visits: 10, lines: 20 })

type Insert = (table: string, row: Record<string, SQLInputValue>) => void

/** Puts both doctors into the database that lies under `stateDir`; nothing may have it open. */
export async function fill(stateDir: string, now: number): Promise<void> {
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && !name.startsWith('metadata'))
  const database = new DatabaseSync(join(folder, file ?? ''))
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const insert: Insert = (table, row) => {
    const names = Object.keys(row)
    const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    statement.run(...Object.values(row))
  }
  const password = await hashPassword(PASSWORD)
  database.exec('BEGIN')
  for (const [n, one] of [much, little].entries()) fillDoctor(insert, one, n + 1, password, now)
  database.exec('COMMIT')
  database.close()
}

function fillDoctor(insert: Insert, one: Doctor, n: number, password: string, now: number): void {
  const times = { created_at: now - 900 * DAY_MS, updated_at: now - 900 * DAY_MS }
  insert('user', { id: one.id, name: `Dra. Medida ${n}`, email: one.email, email_verified: 1, ...times })
  insert('account', {
    id: `${one.id}-password`,
    account_id: one.id,
    provider_id: 'credential',
    user_id: one.id,
    password,
    ...times,
  })
  insert('profiles', {
    id: one.id,
    full_name: `Dra. Medida ${n}`,
    crm: '123456/SP',
    specialty: 'Clínica Geral',
    ...times,
  })
  for (let index = 0; index < one.patients; index++) {
    const name = nameOf(index)
    insert('medical_patients', {
      id: uuid(n, 1, index),
      doctor_id: one.id,
      nome_completo: name,
      nome_busca: searchableName(name),
      observacoes_gerais: index % 3 === 0 ? 'Hipertensão. Losartana 50 mg, um comprimido por dia.' : '',
      total_consultas: index < one.visits ? 1 : 0,
      last_consultation: null,
      ...times,
    })
  }
  const consult = consulting(insert, one, n)
  for (let index = 0; index < one.visits; index++) {
    const id = uuid(n, 4, index)
    const start = now - (index + 2) * 4 * 60 * MINUTE_MS
    consult({ id, index, start, lines: consultationLines(pressureScript, start), over: true })
    if (index % 2 === 0)
      insert('records', { ...emptyRecord(id, one.id, uuid(n, 5, index), start), signed_at: index % 4 ? start : null })
  }
  const start = now - 2 * 60 * MINUTE_MS
  const script = n === 1 ? hourLong().map(({ speaker, text }) => [speaker ?? 'doctor', text] as const) : pressureScript
  const lines = consultationLines(script as typeof pressureScript, start)
  consult({ id: one.recorded, index: 0, start, lines, over: true })
  const { record, sections } = seedRecord({
    id: uuid(n, 6, 0),
    jobId: uuid(n, 6, 1),
    sectionIds: uuid(n, 7, 0).slice(0, -2),
    doctorId: one.id,
    consultationId: one.recorded,
    context: 'Hipertensão.',
    entries: lines,
    now: now - 30 * MINUTE_MS,
  })
  insert('records', record)
  for (const section of sections) insert('record_sections', section)
  consult({ id: one.running, index: 1, start: now - 70 * MINUTE_MS, lines: [], over: false })
}

type Visit = { id: string; index: number; start: number; lines: readonly TranscriptEntry[]; over: boolean }

function consulting(insert: Insert, one: Doctor, n: number): (visit: Visit) => void {
  return ({ id, index, start, lines, over }) => {
    const { consultation, consent, entries } = visitRows({
      id,
      doctorId: one.id,
      patient: { id: uuid(n, 1, index), name: nameOf(index) },
      context: index % 3 === 0 ? 'Retorno. Pressão alta e dor de cabeça na nuca.' : '',
      type: index % 3 ? 'presencial' : 'telemedicina',
      start,
      end: over ? start + (lines.at(-1)?.end_ms ?? 0) + 4_000 : null,
      specialty: over && index % 2 === 0 ? 'general' : null,
      consentId: `consent-${id}`,
      lines,
    })
    insert('consultations', consultation)
    insert('consents', consent)
    for (const entry of entries) insert('transcript_entries', entry)
  }
}

const emptyRecord = (consultation: string, doctorId: string, id: string, at: number) => ({
  id,
  consultation_id: consultation,
  doctor_id: doctorId,
  specialty: 'general',
  job_id: `job-${id}`,
  processing_time_ms: 12,
  warnings: '[]',
  structurer: '{"name":"extrativo","model":null,"version":"1"}',
  created_at: at,
  updated_at: at,
})
