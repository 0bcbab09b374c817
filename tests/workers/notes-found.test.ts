import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { consultationsReply } from '#domain/consultation/contract.ts'
import { newConsultation } from './clinic.ts'
import type { TestDoctor } from './doctor.ts'
import { BRONCHITIS, openRecordStage } from './record-stage.ts'
import { execute, selectAll } from './sql.ts'

type Page = z.output<typeof consultationsReply>
async function search(doctor: TestDoctor, body: object): Promise<Page> {
  const answer = await doctor.call('POST', '/api/consultations/search', body)
  expect(answer.status).toBe(200)
  return consultationsReply.parse(await answer.json())
}
const found = async (doctor: TestDoctor, query: string, more: object = {}) =>
  (await search(doctor, { query, ...more })).items.map(({ id }) => id)

/** The stored words are those of the records, and the index those of the stored words. */
async function expectTrue(): Promise<void> {
  await execute("INSERT INTO visit_grams (visit_grams, rank) VALUES ('integrity-check', 1)")
  const wrong =
    await selectAll(`SELECT c.id FROM consultations c LEFT JOIN noted_visits n ON n.id = c.id AND n.doctor_id = c.doctor_id
    WHERE (c.complaint, c.hypothesis, c.note_words) IS NOT (ifnull(n.complaint, ''), ifnull(n.hypothesis, ''), ifnull(n.words, ''))`)
  expect(wrong).toEqual([])
}
const inPages = async (doctor: TestDoctor) => {
  const token = doctor.id.replaceAll('-', '').slice(8)
  const bytes = Array.from(new TextEncoder().encode(token), (byte) => byte.toString(16).padStart(2, '0'))
  const pages = await selectAll<{ page: string }>('SELECT hex(block) AS page FROM visit_grams_data')
  return pages.filter(({ page }) => page.includes(bytes.join('').toUpperCase())).length
}

test('[HI2] words and diagnoses of a note find its consultation, as it is written now, for its doctor alone', async () => {
  const { doctor, patient, consultation, calls } = await openRecordStage()
  const other = await openRecordStage({}, 'Dr. Outro')
  await newConsultation(doctor, patient)
  const own = [consultation]
  // The note says: 'Refere tosse seca e febre há quatro dias.'
  for (const query of ['tosse', 'TOSS', 'febre tosse', 'rui tosse', 'quatro dias', 'há', 'hà'])
    expect([query, await found(doctor, query)]).toEqual([query, own])
  for (const query of ['osse', 'toss febr x', 'tosse pneumonia', 'fe'])
    expect([query, await found(doctor, query)]).toEqual([query, []])
  expect(await found(doctor, 'tosse', { patientId: patient })).toEqual(own)

  await calls.code([BRONCHITIS])
  for (const query of ['J20', 'j20.9', 'J209', 'bronquite', 'bronquite aguda j20.9'])
    expect([query, await found(doctor, query)]).toEqual([query, own])
  expect(await found(doctor, 'j21')).toEqual([])
  await calls.edit((await calls.section('hda')).id, 'Dispneia pós-operatória; PA 120/80 mmHg.\nSem "febre" (37%).')
  await calls.edit((await calls.section('queixa_principal')).id, 'Falta de ar\nhá dois dias.')
  for (const query of ['dispneia', 'pós-operatória', '120/80', 'pa', 'febre', '37%', 'mmhg sem'])
    expect([query, await found(doctor, query)]).toEqual([query, own])
  expect(await found(doctor, 'tosse')).toEqual([])
  expect((await search(doctor, { query: 'dispneia' })).items[0]).toMatchObject({
    complaint: 'Falta de ar há dois dias.',
    hypothesis: 'Bronquite aguda não especificada (J20.9)',
  })
  expect(await search(doctor, { query: 'rui' })).toMatchObject({ counts: { matching: 2, all: 2 } })
  await expectTrue()

  await calls.seeAll()
  expect(await calls.signNow()).toMatchObject({ signature: { crm: '123456/SP' } })
  await calls.add('Cultura positiva para estafilococo.')
  for (const query of ['dispneia', 'j20', 'estafilo']) expect([query, await found(doctor, query)]).toEqual([query, own])
  for (const query of ['tosse', 'refere']) expect(await found(other.doctor, query)).toEqual([other.consultation])
  expect(await found(other.doctor, 'dispneia')).toEqual([])
  await expectTrue()
})

test('a note of any length and alphabet is searched, and nothing of it is left after its consultation', async () => {
  // A finished consultation is stored with the patient's answer, which cannot be deleted. One that was open has none.
  const { doctor, consultation, calls } = await openRecordStage({ status: 'active', end_time: null })
  await execute("UPDATE consultations SET status = 'completed', end_time = start_time WHERE id = ?", consultation)
  const { id } = await calls.section('conduta')
  const words = (from: number) => Array.from({ length: 700 }, (_, n) => `palavra${from + n}`).join(' ')
  for (const [at, key] of ['queixa_principal', 'hda', 'hpp', 'exame_fisico'].entries())
    expect(await calls.edit((await calls.section(key)).id, words(at * 1_000))).toHaveProperty('revision')
  expect([await found(doctor, 'palavra7'), await found(doctor, 'palavra3699')]).toEqual([
    [consultation],
    [consultation],
  ])
  for (const key of ['queixa_principal', 'hda', 'hpp', 'exame_fisico'])
    await calls.edit((await calls.section(key)).id, 'Sem queixas.')
  await calls.edit(id, `\\ '"", ${'ẞ漢字😀'.repeat(40)} \u0000 fim`)
  expect([await found(doctor, 'fim'), await found(doctor, '%\' OR "')]).toEqual([[consultation], []])
  await expectTrue()

  expect(await inPages(doctor)).toBeGreaterThan(0)
  for (const table of ['record_sections', 'records'])
    await execute(`DELETE FROM ${table} WHERE doctor_id = ?`, doctor.id)
  expect([await found(doctor, 'fim'), await found(doctor, 'rui')]).toEqual([[], [consultation]])
  await expectTrue()
  for (const table of ['transcript_entries', 'consultations'])
    await execute(`DELETE FROM ${table} WHERE doctor_id = ?`, doctor.id)
  expect(await inPages(doctor)).toBe(0)
})

test('[HI3] a time and a state narrow the list down, with and without words', async () => {
  const { doctor, patient, consultation } = await openRecordStage()
  const at = Date.UTC(2026, 9, 1, 15)
  const older = await newConsultation(doctor, patient, { start_time: at - 60_000, end_time: at })
  const open = await newConsultation(doctor, patient, { status: 'active', end_time: null, start_time: at })
  const [[first]] = [
    await selectAll<{ end: number }>('SELECT end_time AS end FROM consultations WHERE id = ?', consultation),
  ]
  const end = first?.end ?? 0
  for (const query of ['', 'rui']) {
    expect(await found(doctor, query, { from: at, to: at + 1 })).toEqual([older])
    expect(await found(doctor, query, { from: at + 1 })).toEqual(end > at ? [consultation] : [])
    expect(await found(doctor, query, { to: at })).toEqual(end < at ? [consultation] : [])
    expect(await found(doctor, query, { state: 'active' })).toEqual([open])
    expect(await found(doctor, query, { state: 'draft' })).toEqual([consultation])
    expect(await found(doctor, query, { state: 'waiting' })).toEqual([older])
  }
  expect(await search(doctor, { state: 'active', query: 'tosse' })).toMatchObject({
    items: [],
    counts: { matching: 0 },
  })
  expect((await doctor.call('POST', '/api/consultations/search', { from: 'ontem' })).status).toBe(400)
})
