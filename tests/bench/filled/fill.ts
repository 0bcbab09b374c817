import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { hashPassword } from 'better-auth/crypto'
import { searchableName } from '#domain/patient/patient.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { consultationLines, pressureScript } from '#local/stack/seed-consultation.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { nameOf } from './people.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const uuid = (kind: number, index: number) => `00000001-000${kind}-4000-8000-${String(index).padStart(12, '0')}`
/** A doctor with so much of everything. */
export const much = {
  id: uuid(0, 0),
  email: 'medida-1@relato.example',
  password: 'Relato123!',
  patients: 10_000,
  visits: 5_000,
}

type Insert = (table: string, row: Record<string, SQLInputValue>) => void

/** Puts the doctor into the database under `stateDir`; no process may have it open. */
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
  const password = await hashPassword(much.password)
  database.exec('BEGIN')
  fillDoctor(insert, password, now)
  database.exec('COMMIT')
  database.close()
}

function fillDoctor(insert: Insert, password: string, now: number): void {
  const { id: doctorId, email } = much
  const times = { created_at: now - 900 * DAY_MS, updated_at: now - 900 * DAY_MS }
  insert('user', { id: doctorId, name: 'Dra. Medida', email, email_verified: 1, ...times })
  const account = { account_id: doctorId, provider_id: 'credential', user_id: doctorId, password }
  insert('account', { id: `${doctorId}-password`, ...account, ...times })
  const profile = { full_name: 'Dra. Medida', crm: '123456/SP', specialty: 'Clínica Geral' }
  insert('profiles', { id: doctorId, ...profile, ...times })
  for (let index = 0; index < much.patients; index++)
    insert('medical_patients', {
      id: uuid(1, index),
      doctor_id: doctorId,
      nome_completo: nameOf(index),
      nome_busca: searchableName(nameOf(index)),
      observacoes_gerais: index % 3 === 0 ? 'Hipertensão. Losartana 50 mg, um comprimido por dia.' : '',
      total_consultas: index < much.visits ? 1 : 0,
      last_consultation: null,
      ...times,
    })
  for (let index = 0; index < much.visits; index++) {
    const start = now - (index + 2) * 4 * 60 * MINUTE_MS
    fillVisit(insert, uuid(4, index), index, start, consultationLines(pressureScript, start))
    if (index % 2 === 0) insert('records', recordRow(index, start))
  }
  // One that still runs: the dashboard shows it.
  fillVisit(insert, uuid(2, 0), 1, now - 70 * MINUTE_MS, null)
}

/** Without lines the consultation still runs. */
function fillVisit(insert: Insert, id: string, index: number, start: number, lines: readonly TranscriptEntry[] | null) {
  const { consultation, consent, entries } = visitRows({
    id,
    doctorId: much.id,
    patient: { id: uuid(1, index), name: nameOf(index) },
    context: index % 3 === 0 ? 'Retorno. Pressão alta e dor de cabeça na nuca.' : '',
    type: index % 3 ? 'presencial' : 'telemedicina',
    start,
    end: lines && start + (lines.at(-1)?.end_ms ?? 0) + 4_000,
    specialty: lines && index % 2 === 0 ? 'general' : null,
    consentId: `consent-${id}`,
    lines: lines ?? [],
  })
  insert('consultations', consultation)
  insert('consents', consent)
  for (const entry of entries) insert('transcript_entries', entry)
}

const recordRow = (index: number, at: number) => ({
  id: uuid(5, index),
  consultation_id: uuid(4, index),
  doctor_id: much.id,
  specialty: 'general',
  job_id: `job-${uuid(5, index)}`,
  processing_time_ms: 12,
  warnings: '[]',
  structurer: '{"name":"extrativo","model":null,"version":"1"}',
  created_at: at,
  updated_at: at,
  signed_at: index % 4 ? at : null,
})
