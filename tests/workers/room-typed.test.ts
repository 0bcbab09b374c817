import { expect, test } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { FRAME, openStage, speak } from './room-stage.ts'

const typed = (n: number, text: string, ago_ms = 0): ClientMessage => ({
  type: 'write_entry',
  id: `typed-00000000-0000-4000-8000-00000000000${n}`,
  text,
  speaker: 'doctor',
  ago_ms,
})

test('[C25] typed lines come in before, between and after heard ones, once each, and in that order to the end', async () => {
  const stage = await openStage()
  const early = await stage.enter('b')
  early.client.say(typed(1, 'Antes da gravação'))
  const first = await early.client.next('transcription_update')
  expect(first).toMatchObject({ text: 'Antes da gravação', speaker: 'doctor', speaker_origin: 'hand', is_final: true })
  early.client.say(typed(2, 'Também antes'))
  const { client, take } = await stage.recorder('a')
  await early.client.next('entry_changed', (line) => line.id === first.id && line.start_ms === 0)
  await speak(client, take, 0, 2)
  await client.had('audio_ack', (ack) => ack.transcribed === 2 * FRAME)
  // Another screen may type, no matter which one records.
  early.client.say(typed(3, 'palavra0 palavra1'))
  await client.next('transcription_update', (line) => line.id.endsWith('3'))
  // The answer was lost: the page says it again, and another has corrected it meanwhile.
  client.say({ type: 'edit_entry', id: first.id, text: 'Corrigida' })
  await early.client.next('entry_changed', (line) => line.text === 'Corrigida')
  await stage.evict()
  early.client.say(typed(1, 'Antes da gravação'))
  expect(await early.client.next('transcription_update', (line) => line.id === first.id)).toMatchObject({
    text: 'Corrigida',
  })
  await stage.stub.consentChanged({ state: 'revoked', at: Date.now() })
  early.client.say(typed(4, 'Sem gravar'))
  await early.client.next('transcription_update', (line) => line.id.endsWith('4'))
  const { welcome } = await stage.enter('c')
  const texts = ['Corrigida', 'Também antes', 'palavra0 palavra1', 'palavra0 palavra1', 'Sem gravar']
  expect(welcome.entries.map((line) => line.text)).toEqual(texts)
  client.say({ type: 'finish', takes: [{ take, samples: 2 * FRAME }] })
  await client.next('consultation', (message) => message.status === 'completed')
  expect(await stage.lines()).toEqual(texts)
  early.client.say(typed(5, 'Tarde demais'))
  expect(await early.client.next('refused')).toMatchObject({ code: 'completed' })
})
