import { expect, test } from 'vitest'
import { openStage, speak, transcribed } from './room-stage.ts'

test("an engine gets key terms in its address, the corrected words too, and the patient's words in a message alone", async () => {
  const stage = await openStage()
  await stage.doctor.call('PATCH', `/api/consultations/${stage.id}`, { clinicalContext: 'Porfíria; usa ziprasidona' })
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
  expect(addresses.filter((address) => /porfíria|ziprasidona|rita|moura/i.test(address))).toEqual([])
  const [configure] = stage.engine.texts.filter((text) => text.includes('Configure'))
  // The message replaces the terms of the address.
  const { keyterms } = JSON.parse(configure ?? '{}') as { keyterms: string[] }
  expect(keyterms.slice(0, 4)).toEqual(['Rita', 'Moura', 'Porfíria', 'ziprasidona'])
  expect(keyterms).toEqual(expect.arrayContaining(['losartana', 'sacubitril']))
})
