import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { consultationsReply } from '#domain/consultation/contract.ts'
import { plain } from '#domain/text.ts'
import { newConsent, newConsultation, newJob, newPatient, newRecordRow } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'

const END = Date.UTC(2026, 9, 1, 15)
const HOUR_MS = 3_600_000

type Visit = { name: string; context?: string; type?: 'presencial' | 'telemedicina'; ends?: number; status?: 'active' }

function historyOf(doctor: TestDoctor) {
  async function visit({ name, context = '', type = 'presencial', ends = 0, status }: Visit, patient?: string) {
    const of = patient ?? (await newPatient(doctor, name))
    const id = await newConsultation(doctor, of, {
      patient_name: name,
      search_text: plain(`${name} ${context}`),
      clinical_context: context,
      consultation_type: type,
      end_time: status ? null : END + ends * HOUR_MS,
      ...(status && { status }),
    })
    return { id, patient: of }
  }
  async function search(body: unknown): Promise<z.output<typeof consultationsReply>> {
    const answer = await doctor.call('POST', '/api/consultations/search', body)
    expect(answer.status).toBe(200)
    return consultationsReply.parse(await answer.json())
  }
  const names = async (body: unknown) => (await search(body)).items.map(({ patientName }) => patientName)
  return { visit, search, names }
}

test('[HI1] the doctor’s own finished consultations alone, newest first, page by page without a gap', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor()]
  const { visit, search } = historyOf(doctor)
  const theirs = await historyOf(other).visit({ name: 'De Outro Médico' })
  await visit({ name: 'Ainda Em Andamento', status: 'active' })
  // Two end in the same millisecond: the place in the list is theirs together with the id.
  const ids: string[] = []
  for (const ends of [0, 1, 1, 1, 2, 3, 4]) ids.push((await visit({ name: 'Ana Sá', ends })).id)

  const whole = await search({})
  expect(whole.items.map(({ endTime }) => endTime)).toEqual([4, 3, 2, 1, 1, 1, 0].map((hours) => END + hours * HOUR_MS))
  expect(new Set(whole.items.map(({ id }) => id))).toEqual(new Set(ids))
  expect(whole).toMatchObject({ next: null, counts: { matching: 7, all: 7 }, patientName: null })
  expect(whole.items[0]?.preview).toHaveLength(5)
  expect(whole.items[0]?.preview[0]).toMatchObject({ id: 'e0', speaker: 'doctor' })

  for (const query of ['', 'ana']) {
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page = await search({ query, limit: 2, cursor })
      expect(page.counts).toEqual(cursor ? null : { matching: 7, all: 7 })
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect(paged).toEqual(whole.items.map(({ id }) => id))
  }

  // Another doctor's patient does not exist here: no name, no consultation.
  expect(await search({ patientId: theirs.patient })).toMatchObject({ items: [], patientName: null })
  expect(await historyOf(other).names({ query: 'ana' })).toEqual([])
})

test('[HI2] every word that is typed stands in the name or the context, accents and case aside', async () => {
  const { visit, names, search } = historyOf(await newDoctor())
  await visit({ name: 'João Batista Conceição', context: 'Asma na infância.', ends: 2 })
  await visit({ name: 'Conceição Evaristo', context: 'Alergia à dipirona.', ends: 1 })
  await visit({ name: 'Zulmira 100%', context: '', ends: 0 })

  expect(await names({ query: 'CONCEICAO' })).toEqual(['João Batista Conceição', 'Conceição Evaristo'])
  expect(await names({ query: 'conceição joao' })).toEqual(['João Batista Conceição'])
  expect(await names({ query: 'evaristo dipirona' })).toEqual(['Conceição Evaristo'])
  expect(await names({ query: 'evaristo asma' })).toEqual([])
  // LIKE wildcards match only themselves.
  expect(await names({ query: '%' })).toEqual(['Zulmira 100%'])
  expect(await names({ query: '_' })).toEqual([])
  expect(await search({ query: 'conceicao', limit: 1 })).toMatchObject({ counts: { matching: 2, all: 3 } })
  expect(await search({ query: 'ninguém' })).toMatchObject({ items: [], next: null, counts: { matching: 0, all: 3 } })
})

test('[HI3] narrowed by type, by how far the record is and by patient, and counted against what that leaves', async () => {
  const doctor = await newDoctor()
  const { visit, names, search } = historyOf(doctor)
  const draft = await visit({ name: 'Rascunho', ends: 5 })
  const signed = await visit({ name: 'Assinada', ends: 4, type: 'telemedicina' })
  await visit({ name: 'Aguardando', ends: 3 })
  const refused = await visit({ name: 'Recusou', ends: 2 })
  const empty = await visit({ name: 'Sem Conteúdo', ends: 1 })
  await newRecordRow(doctor, draft.id)
  await newRecordRow(doctor, signed.id, { signed_at: END })
  await newConsent(doctor, refused.patient, refused.id, { state: 'revoked', revoked_at: END })
  await newJob(doctor, empty.id, { status: 'failed', error: 'no_clinical_content' })

  expect(await names({ state: 'draft' })).toEqual(['Rascunho'])
  expect(await names({ state: 'signed' })).toEqual(['Assinada'])
  expect(await names({ state: 'waiting' })).toEqual(['Aguardando'])
  expect(await names({ type: 'telemedicina' })).toEqual(['Assinada'])
  expect(await search({ type: 'presencial', state: 'draft' })).toMatchObject({ counts: { matching: 1, all: 5 } })
  expect(await names({ type: 'telemedicina', state: 'draft' })).toEqual([])

  const again = await visit({ name: 'Rascunho', ends: 9 }, draft.patient)
  const theirs = await search({ patientId: draft.patient, state: 'draft' })
  expect(theirs).toMatchObject({ items: [{ id: draft.id }], counts: { matching: 1, all: 2 }, patientName: 'Rascunho' })
  expect((await search({ patientId: draft.patient })).items.map(({ id }) => id)).toEqual([again.id, draft.id])
  expect((await doctor.call('POST', '/api/consultations/search', { patientId: 'Rascunho' })).status).toBe(400)
})
