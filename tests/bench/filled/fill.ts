import { searchKey } from '#domain/text.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { DOCTOR } from '#local/stack/demonstration-doctor.ts'
import { consultationLines, pressureScript } from '#local/stack/seed-consultation.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { inDatabase, type Row } from '#tests/e2e/database.ts'
import { nameOf, noteOf } from './people.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
export const PATIENT_COUNT = 10_000
const VISITS = 5_000

const uuid = (kind: number, index: number) => `00000001-000${kind}-4000-8000-${String(index).padStart(12, '0')}`
type Insert = (table: string, row: Row) => void

/** Gives the demonstration doctor so much of everything, under `stateDir`; no process may have its database open. */
export const fill = (stateDir: string, now: number): void =>
  inDatabase((database, insert) => fillPractice(database, insert, now), stateDir)

function fillPractice(database: { exec(sql: string): void }, insert: Insert, now: number): void {
  const times = { created_at: now - 900 * DAY_MS, updated_at: now - 900 * DAY_MS }
  for (let index = 0; index < PATIENT_COUNT; index++)
    insert('medical_patients', {
      id: uuid(1, index),
      doctor_id: DOCTOR,
      nome_completo: nameOf(index),
      nome_busca: searchKey(nameOf(index)),
      observacoes_gerais: index % 3 === 0 ? 'Hipertensão. Losartana 50 mg, um comprimido por dia.' : '',
      total_consultas: index < VISITS ? 1 : 0,
      last_consultation: null,
      ...times,
    })
  for (let index = 0; index < VISITS; index++) {
    const start = now - (index + 2) * 4 * 60 * MINUTE_MS
    fillVisit(insert, uuid(4, index), index, start, consultationLines(pressureScript, start))
    if (index % 2 === 0) insert('records', recordRow(index, start))
    if (index % 2 === 0) insert('record_sections', sectionRow(index))
  }
  // A trigger reads the notes: their words are searched.
  database.exec(
    `UPDATE consultations SET specialty = specialty WHERE doctor_id = '${DOCTOR}' AND specialty IS NOT NULL`,
  )
  // Signed only now: a signed record takes no section.
  const unsigned = `doctor_id = '${DOCTOR}' AND signed_at IS NULL`
  database.exec(`UPDATE records SET signed_at = created_at WHERE ${unsigned} AND rowid % 4 > 1`)
  // One that still runs: the dashboard shows it.
  fillVisit(insert, uuid(2, 0), 1, now - 70 * MINUTE_MS, null)
}

/** Without lines the consultation still runs. */
function fillVisit(insert: Insert, id: string, index: number, start: number, lines: readonly TranscriptEntry[] | null) {
  const { consultation, consent, entries } = visitRows({
    id,
    doctorId: DOCTOR,
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
  doctor_id: DOCTOR,
  specialty: 'general',
  job_id: `job-${uuid(5, index)}`,
  processing_time_ms: 12,
  warnings: '[]',
  structurer: '{"name":"extrativo","model":null,"version":"1"}',
  created_at: at,
  updated_at: at,
})

/** A note of 200 words: of a vocabulary that others share, and its diagnosis. */
const sectionRow = (index: number) => ({
  id: uuid(6, index),
  record_id: uuid(5, index),
  doctor_id: DOCTOR,
  key: 'hda',
  canonical: 'hda',
  title: 'História da doença atual',
  position: 0,
  content: noteOf(index),
  original_content: '',
  confidence: 'high',
  confidence_score: 0.99,
  suggestions: '[]',
  sentences: '[]',
})
