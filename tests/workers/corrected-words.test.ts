import { expect, test } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import type { CorrectedWord } from '#domain/speech/contract.ts'
import { MOST_EARLIER } from '#domain/speech/limits.ts'
import { actionsOf } from './audit-stage.ts'
import { newPatient, newWord } from './clinic.ts'
import { codeOf, newDoctor, startVisit, type TestDoctor } from './doctor.ts'
import { enterRoom, finish, openStage, speak, transcribed } from './room-stage.ts'

const WORDS = '/api/corrected-words'
/** The list as the page of a consultation and the settings read it. */
const listOf = async (doctor: TestDoctor): Promise<CorrectedWord[]> =>
  (await (await doctor.call('GET', WORDS)).json<{ items: CorrectedWord[] }>()).items
const wordsOf = async (doctor: TestDoctor) => (await listOf(doctor)).map(({ word }) => word).sort()

/** Records two words in a new consultation. Returns its screen and its first line. */
async function record(doctor: TestDoctor, patient: string) {
  const id = await startVisit(doctor, patient)
  const accepted = { notice_version: currentNotice.version, answers: answersFor('presencial') }
  await doctor.call('POST', `/api/consultations/${id}/consents`, accepted)
  const { client } = await enterRoom(doctor, id, 'b')
  client.say({ type: 'toggle_transcription', action: 'start' })
  const take = (await client.next('recorder', ({ recorder }) => recorder === 'you')).take as number
  await speak(client, take, 0, 2)
  await transcribed(client, 2)
  const line = await client.next('transcription_update', ({ is_final }) => is_final)
  const correct = async (text: string) => {
    client.say({ type: 'edit_entry', id: line.id, text })
    await client.next('entry_changed')
  }
  return { client, correct, finish: () => finish(client, take, 2) }
}

test("a corrected word is the doctor's in the next consultation until it is removed, and a patient's name never is", async () => {
  const { doctor, patient: rita, engine } = await openStage()
  const other = await newDoctor('Dr. Outro')
  await doctor.call('PATCH', `/api/patients/${rita}`, { identification: { mother_name: 'Neide Sampaio' } })
  await newPatient(doctor, 'Osvaldo Brás Tolentino')
  await newPatient(doctor, 'Ubirajara Lins', { archived_at: 1 })
  const ciro = await newPatient(doctor, 'Ciro Paz')
  const foreign = await newPatient(other, 'Glifage Tolvaptana')

  const first = await record(doctor, rita)
  await first.correct('moura, neide, sampaio, osvaldo, ubirajara e Tolentino usa tolvapitana')
  await first.correct('moura, neide, sampaio, osvaldo, ubirajara e Tolentino usa tolvaptana e Glifage')
  const typed = { id: 'typed-00000000-0000-4000-8000-000000000001', text: 'alopurinol', speaker: null, ago_ms: 0 }
  first.client.say({ type: 'write_entry', ...typed })
  await first.client.next('transcription_update', ({ id }) => id === typed.id)
  first.client.say({ type: 'edit_entry', id: typed.id, text: 'alopurinol e colchicina' })
  await first.client.next('entry_changed')
  expect(await listOf(doctor)).toEqual([])
  await first.finish()
  expect(await wordsOf(doctor)).toEqual(['Glifage', 'tolvaptana'])
  expect(await listOf(other)).toEqual([])

  const handshakesBefore = engine.handshakes.length
  const second = await record(doctor, ciro)
  const [address] = engine.handshakes.slice(handshakesBefore)
  expect(address?.searchParams.getAll('keyterm')[0]).toBe('tolvaptana')
  const configured = engine.texts.filter((text) => text.includes('Configure')).at(-1)
  expect(configured).toContain('{"type":"Configure","keyterms":["Glifage","Ciro","tolvaptana",')
  // Written in another way it is the same word; the list keeps its newest hundred.
  for (let i = 0; i < MOST_EARLIER; i++) await newWord(doctor, `antiga-${i}`, i)
  await second.correct('usa TOLVAPTANA e Glifage')
  await second.finish()
  const corrected = await listOf(doctor)
  expect(corrected.length).toBe(MOST_EARLIER)
  expect(corrected.slice(0, 2).map(({ word }) => word)).toEqual(expect.arrayContaining(['TOLVAPTANA', 'Glifage']))
  expect(corrected.at(-1)?.word).toBe('antiga-2')

  // A patient who comes later takes the name out of every call, and not out of the list, where it can be removed.
  await newPatient(doctor, 'Ana Tolvaptana')
  await newWord(doctor, 'sacubitrila', Date.now() + 1_000)
  const [before, texts] = [engine.handshakes.length, engine.texts.length]
  const third = await record(doctor, ciro)
  const terms = engine.handshakes[before]?.searchParams.getAll('keyterm') ?? []
  expect(terms[0]).toBe('sacubitrila')
  await third.finish()
  const others = await record(other, foreign)
  await others.finish()
  const named = /moura|neide|sampaio|osvaldo|tolentino|ubirajara|alopurinol|colchicina|tolvapitana/i
  const addresses = engine.handshakes.map(({ href }) => decodeURIComponent(href))
  expect(addresses.filter((address) => named.test(address))).toEqual([])
  const since = [...addresses.slice(before, -1), ...engine.texts.slice(texts)]
  expect(since.filter((text) => text.includes('TOLVAPTANA'))).toEqual([])
  expect(engine.handshakes.at(-1)?.searchParams.getAll('keyterm')).not.toContain('sacubitrila')

  const [word] = await listOf(doctor)
  expect(await codeOf(await other.call('DELETE', `${WORDS}/${word?.id}`))).toEqual([404, 'corrected_word_not_found'])
  expect(await (await other.call('DELETE', WORDS)).json()).toEqual({ removed: 0 })
  expect(await (await doctor.call('DELETE', `${WORDS}/${word?.id}`)).json()).toEqual({ removed: 1 })
  expect(await codeOf(await doctor.call('DELETE', `${WORDS}/${word?.id}`))).toEqual([404, 'corrected_word_not_found'])
  expect(await wordsOf(doctor)).not.toContain('sacubitrila')
  await doctor.call('DELETE', WORDS)
  expect(await listOf(doctor)).toEqual([])
  expect((await actionsOf(doctor.id)).filter((action) => action === 'corrected_words_removed')).toHaveLength(2)
  expect(await actionsOf(other.id)).not.toContain('corrected_words_removed')
  const last = engine.handshakes.length
  await (await record(doctor, ciro)).finish()
  expect(engine.handshakes[last]?.searchParams.getAll('keyterm')).not.toContain('tolvaptana')
})
