import { expect, test } from 'vitest'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { PatientMemory } from '#domain/patient/fact.ts'
import { newPatient } from './clinic.ts'
import { openStage, speak, transcribed } from './room-stage.ts'

test("an engine gets key terms in its address, the corrected words too, and the patient's words in a message alone", async () => {
  const stage = await openStage()
  await stage.doctor.call('PATCH', `/api/consultations/${stage.id}`, { clinicalContext: 'Porfíria; usa ziprasidona' })
  // Another patient's entries and an ended one are not for this consultation.
  const other = await newPatient(stage.doctor, 'Ciro Paz')
  const listOf = async (patient: string, kind: string, text: string) =>
    (await stage.doctor.call('POST', `/api/patients/${patient}/facts`, { kind, text })).json<PatientMemory>()
  const ended = (await listOf(stage.patient, 'medicine', 'Clorpromazina 25 mg')).facts[0]
  await stage.doctor.call('POST', `/api/patients/${stage.patient}/facts/${ended?.id}/end`, {})
  await listOf(stage.patient, 'problem', 'Doença de Behçet')
  await listOf(stage.patient, 'medicine', 'Glifage XR 500 mg')
  await listOf(other, 'medicine', 'Bosentana 125 mg')
  await stage.doctor.call('PATCH', '/api/profile', { specialty: 'Cardiologia' })
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  await transcribed(client, 2)
  const line = await client.next('transcription_update', ({ is_final }) => is_final)
  client.say({ type: 'edit_entry', id: line.id, text: 'Moura usa tolvaptana e Ziprasidona' })
  await client.next('entry_changed')
  // Stored audio goes to the batch call of another session.
  stage.engine.mood = 'away'
  await stage.inRoom(() => stage.engine.die())
  await speak(client, take, 2, 80)
  stage.engine.mood = 'well'
  await stage.ring()
  await transcribed(client, 82)

  const [first, second] = stage.engine.handshakes.map((url) => url.searchParams.getAll('keyterm'))
  expect(first).toEqual(expect.arrayContaining(['losartana', 'sacubitril']))
  expect(second?.[0]).toBe('tolvaptana')
  expect(stage.engine.batches[0]?.url.searchParams.getAll('keyterm')).toContain('tolvaptana')
  const addresses = [...stage.engine.handshakes, ...stage.engine.batches.map(({ url }) => url)].map((url) =>
    decodeURIComponent(url.href),
  )
  expect(addresses.filter((address) => /porfíria|ziprasidona|rita|moura|glifage|behçet/i.test(address))).toEqual([])
  const [configure] = stage.engine.texts.filter((text) => text.includes('Configure'))
  // The message replaces the terms of the address.
  const { keyterms } = JSON.parse(configure ?? '{}') as { keyterms: string[] }
  const words = ['Glifage', 'metformina', 'Doença', 'Behçet', 'ziprasidona', 'Rita', 'Moura', 'Porfíria']
  expect(keyterms.slice(0, words.length)).toEqual(words)
  expect(keyterms.filter((term) => /bosentana|clorpromazina|\d/i.test(term))).toEqual([])
  // The page gets the same words for the recogniser of its device.
  const detail = await (await stage.doctor.call('GET', `/api/consultations/${stage.id}`)).json<ConsultationDetail>()
  expect(detail.terms).toEqual({
    specialty: 'Cardiologia',
    earlier: [],
    health: words.slice(0, 5),
    patient: words.slice(5),
  })
  expect(keyterms).toEqual(expect.arrayContaining(['losartana', 'sacubitril']))
})
