import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { meterD1, type Statement } from '../testkit/d1-meter.ts'
import { newDoctor } from './doctor.ts'
import { execute } from './sql.ts'

type Item = { name: string; preview?: unknown[] }

const MANY = 400
/** Rows that D1 reads for one call, per row shown. */
const MOST = 3

test('a page of patients reads few rows more than it shows, however many there are', async () => {
  const doctor = await newDoctor()
  const statements: Statement[] = []
  meterD1(env.DB, (statement) => statements.push(statement))
  const patients = Array.from({ length: MANY }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `${n % 2 ? 'Maria' : 'Otávio'} ${n} Souza`,
  }))
  await execute(
    `INSERT INTO medical_patients (id, doctor_id, nome_completo, nome_busca, observacoes_gerais, created_at, updated_at)
     SELECT value ->> 'id', ?, value ->> 'name', lower(replace(value ->> 'name', 'á', 'a')), '', 0, 0 FROM json_each(?)`,
    doctor.id,
    JSON.stringify(patients),
  )
  const ask = async (path: string, body: object) => {
    await doctor.call('POST', path, body)
    statements.length = 0
    const answer = await doctor.call('POST', path, body)
    const page = await answer.json<{ items: Item[]; next: string | null; counts: unknown }>()
    const read = statements.reduce((sum, statement) => sum + statement.read, 0)
    const shown = page.items.reduce((sum, { preview = [] }) => sum + 1 + preview.length, 0)
    return { ...page, items: page.items.map(({ name }) => name), share: read / shown }
  }
  const search = (body: object) => ask('/api/patients/search', body)

  const first = await search({ counts: false })
  const second = await search({ counts: false, cursor: first.next })
  expect([first.items.length, second.items.length]).toEqual([30, 30])
  const firstPage = await search({ query: 'mar', counts: false })
  const further = await search({ query: 'mar', counts: false, cursor: firstPage.next })
  expect([...new Set([...firstPage.items, ...further.items].map((name) => name.slice(0, 5)))]).toEqual(['Maria'])
  expect(new Set([...firstPage.items, ...further.items]).size).toBe(60)
  for (const { share } of [first, second, firstPage, further]) expect(share).toBeLessThanOrEqual(MOST)

  // No name begins with it, and all hold it.
  const later = await search({ query: 'souz', counts: false })
  const after = await search({ query: 'souz', cursor: later.next })
  expect([later.items.length, after.items.length, new Set([...later.items, ...after.items]).size]).toEqual([30, 30, 60])
  expect(after.counts).toEqual({ active: MANY, archived: 0 })
  const few = await search({ query: '17 sou', counts: false })
  expect(few.items.length).toBe(14)
  expect(later.share).toBeLessThanOrEqual(MOST)
  expect(after.share).toBeLessThanOrEqual(MOST)
  expect(few.share).toBeLessThanOrEqual(MOST + 1)

  await execute(
    `INSERT INTO consultations (id, doctor_id, patient_id, patient_name, search_text, consultation_type, clinical_context, status, start_time, end_time)
     SELECT id, doctor_id, id, nome_completo, nome_busca, 'presencial', '', 'completed', rowid, rowid
     FROM medical_patients WHERE doctor_id = ?`,
    doctor.id,
  )
  await execute(
    `INSERT INTO transcript_entries (consultation_id, id, doctor_id, position, text, timestamp, start_ms, end_ms)
     SELECT consultations.id, line.value, doctor_id, line.value, 'Bom dia.', 0, 0, 1
     FROM consultations, json_each('[0, 1, 2, 3, 4, 5, 6, 7]') AS line WHERE doctor_id = ?`,
    doctor.id,
  )
  const visits = (body: object) => ask('/api/consultations/search', body)
  const newest = await visits({})
  const older = await visits({ cursor: newest.next })
  const named = await visits({ query: 'maria 1' })
  const all = await visits({ query: 'souza' })
  const more = await visits({ query: 'souza', cursor: all.next })
  // Each counted match costs a row: a search stops counting at 100.
  expect(all.counts).toEqual({ matching: 100, all: MANY, isMore: true })
  expect([newest.counts, older.counts]).toEqual([{ matching: MANY, all: MANY }, null])
  const lying = await search({ query: 'mar sou', counts: false })
  // Three rows for each patient: the entry of the word, the patient and the last consultation, whose note the row shows.
  expect([lying.items.length, lying.share <= MOST + 1]).toEqual([30, true])
  for (const page of [newest, older, named, all, more]) {
    expect(page.items.length).toBe(30)
    expect(page.share).toBeLessThanOrEqual(MOST)
  }
})
