import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { meterD1, type Statement } from '../support/d1-meter.ts'
import { newDoctor } from './doctor.ts'

const MANY = 400
/** What D1 reads of one call, for each row that is shown. */
const MOST = 3

test('a page of patients reads few rows more than it shows, however many there are', async () => {
  const doctor = await newDoctor()
  const asked: Statement[] = []
  meterD1(env.DB, (statement) => asked.push(statement))
  const patients = Array.from({ length: MANY }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `${n % 2 ? 'Maria' : 'Otávio'} ${n} Souza`,
  }))
  await env.DB.prepare(
    `INSERT INTO medical_patients (id, doctor_id, nome_completo, nome_busca, observacoes_gerais, created_at, updated_at)
     SELECT value ->> 'id', ?, value ->> 'name', lower(replace(value ->> 'name', 'á', 'a')), '', 0, 0 FROM json_each(?)`,
  )
    .bind(doctor.id, JSON.stringify(patients))
    .run()
  const search = async (body: object) => {
    await doctor.call('POST', '/api/patients/search', body)
    asked.length = 0
    const answer = await doctor.call('POST', '/api/patients/search', body)
    const { items, next } = await answer.json<{ items: { name: string }[]; next: string | null }>()
    const read = asked.reduce((sum, statement) => sum + statement.read, 0)
    return { items: items.map(({ name }) => name), next, share: read / items.length }
  }

  const first = await search({ counts: false })
  const second = await search({ counts: false, cursor: first.next })
  expect([first.items.length, second.items.length]).toEqual([30, 30])
  const begun = await search({ query: 'mar', counts: false })
  const more = await search({ query: 'mar', counts: false, cursor: begun.next })
  expect([...new Set([...begun.items, ...more.items].map((name) => name.slice(0, 5)))]).toEqual(['Maria'])
  expect(new Set([...begun.items, ...more.items]).size).toBe(60)
  for (const { share } of [first, second, begun, more]) expect(share).toBeLessThanOrEqual(MOST)

  // No name begins with it: all of them are looked at and, where all match, sorted.
  const within = await search({ query: 'souza', counts: false })
  expect(within.items.length).toBe(30)
  expect(within.share * 30).toBeLessThan(2 * MANY + MOST * 30)
})
