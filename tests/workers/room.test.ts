import { expect, test } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { roomRequest } from '#workers/room/door.ts'
import { newDoctor } from './doctor.ts'
import {
  completed,
  enterRoom,
  FRAME,
  finish,
  openStage,
  recorded,
  speak,
  transcribed,
  words,
  wordsIn,
} from './room-stage.ts'

test('[C3][C13][C16][C18] a consultation: recorded, heard, corrected, finished, kept in D1, let go in the room', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 4)
  const lines = [
    await client.next('transcription_update', (line) => line.is_final),
    await client.next('transcription_update', (line) => line.is_final),
  ]
  expect(lines.map((line) => line.text)).toEqual(['palavra0 palavra1', 'palavra2 palavra3'])
  expect(lines.map((line) => [line.start_ms - (lines[0]?.start_ms ?? 0), line.revision])).toEqual([
    [0, 1],
    [500, 2],
  ])
  expect(client.all('transcription_update').some((line) => line.isPartial && line.text === 'palavra0')).toBe(true)
  const url = stage.engine.handshakes[0]
  expect([url?.searchParams.get('mip_opt_out'), url?.searchParams.get('language')]).toEqual(['true', 'pt-BR'])

  const reader = await stage.enter('reader')
  expect(reader.welcome).toMatchObject({ recorder: 'other', take: null, takes: [{ take, stored: 4 * FRAME }] })
  expect(reader.welcome.device_speech).toBe('first')
  expect(reader.welcome.entries.map((entry) => entry.text)).toEqual(lines.map((line) => line.text))
  reader.client.say({ type: 'edit_entry', id: lines[0]?.id ?? '', text: 'Palavra zero' })
  reader.client.say({ type: 'set_speaker', id: lines[1]?.id ?? '', speaker: 'patient' })
  expect(await client.next('entry_changed')).toMatchObject({ text: 'Palavra zero' })
  expect(await client.next('entry_changed')).toMatchObject({ speaker: 'patient', speaker_origin: 'hand' })
  reader.client.say({ type: 'set_speaker', id: 'nada', speaker: 'doctor' })
  expect(await reader.client.next('refused')).toMatchObject({ code: 'entry_not_found', id: 'nada' })

  client.say({ type: 'finish', takes: [{ take, samples: 4 * FRAME }] })
  await completed(reader.client)
  expect(await stage.lines()).toEqual(['Palavra zero', 'palavra2 palavra3'])
  expect(await stage.row()).toMatchObject({ status: 'completed', entry_count: 2, gaps: '[]' })
  const detail = await (await stage.doctor.call('GET', `/api/consultations/${stage.id}`)).json<{
    transcriptions: { speaker?: string; original?: string }[]
  }>()
  // The recogniser's own words survive the doctor's edit and completion.
  expect(detail.transcriptions.map((line) => line.original)).toEqual(['palavra0 palavra1', undefined])
  expect(detail.transcriptions[1]).toMatchObject({ speaker: 'patient', speaker_origin: 'hand' })
  const found = await stage.doctor.call('GET', `/api/patients/${stage.patient}`)
  expect(await found.json()).toMatchObject({ patient: { consultation_count: 1 } })
})

test('[C19] a late frame after completion is refused and opens no empty room', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  await finish(client, take, 2)
  // A whole window of frames that were under way is refused, and the socket lives.
  for (let n = 2; n < 42; n++) client.frame(take, n * FRAME, spoken(n))
  for (let n = 2; n < 42; n++) expect(await client.next('refused')).toMatchObject({ code: 'completed' })
  await stage.evict()
  client.frame(take, 2 * FRAME, spoken(2))
  expect(await client.next('refused')).toMatchObject({ code: 'completed' })
  const late = await stage.enter('late')
  expect(late.welcome).toMatchObject({ status: 'completed', takes: [], entries: [], recorder: 'none' })
  late.client.say({ type: 'toggle_transcription', action: 'start' })
  expect(await late.client.next('refused')).toMatchObject({ code: 'completed' })
  const remaining = await stage.inRoom((_, state) => [
    ...state.storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ),
  ])
  expect(remaining).toEqual([{ name: 'meta' }])
})

test('[C3][C22] a frame acknowledged is a frame stored, whatever is evicted when', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  for (let n = 0; n < 6; n++) {
    client.frame(take, n * FRAME, spoken(n))
    const { stored } = await client.next('audio_ack', (ack) => ack.stored === (n + 1) * FRAME)
    await stage.evict()
    expect(await stage.spool(take)).toEqual({ samples: stored, words: Array.from({ length: n + 1 }, (_, i) => i) })
  }
  await stage.evict('close')
  expect((await stage.spool(take)).words).toHaveLength(6)
  const after = await stage.enter('a')
  expect(after.welcome).toMatchObject({ recorder: 'you', takes: [{ take, stored: 6 * FRAME }] })
  // A hole is answered with its place, a repetition with what is there; neither is stored.
  after.client.frame(take, 9 * FRAME, spoken(9))
  expect(await after.client.next('audio_ack')).toMatchObject({ stored: 6 * FRAME })
  after.client.frame(take, 0, spoken(0))
  expect(await after.client.next('audio_ack')).toMatchObject({ stored: 6 * FRAME })
  expect((await stage.spool(take)).words).toHaveLength(6)
})

test('[C22] evicted while active, paused, finishing: the consultation goes on and nothing is doubled', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 3)
  await stage.evict()
  await speak(client, take, 3, 2)
  client.say({ type: 'toggle_transcription', action: 'pause' })
  await stage.evict()
  const again = await stage.enter('a')
  expect(again.welcome).toMatchObject({ recorder: 'you', take, takes: [{ take, stored: 5 * FRAME }] })
  again.client.say({ type: 'toggle_transcription', action: 'resume' })
  again.client.say({ type: 'finish', takes: [{ take, samples: 7 * FRAME }] })
  const report = await again.client.next('consultation')
  expect(report).toMatchObject({ status: 'finishing', missing: [{ take, samples: 2 * FRAME }], ask_gap: false })
  await stage.evict()
  const { client: third, welcome } = await stage.enter('a')
  expect(welcome).toMatchObject({ status: 'finishing', recorder: 'none' })
  expect(await third.next('consultation')).toMatchObject({ missing: [{ take, samples: 2 * FRAME }] })
  await speak(third, take, 5, 2)
  await completed(third)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 7))
})

test('[C6][C9] two devices with two takes: both are kept, in order of their time', async () => {
  const stage = await openStage()
  const a = await stage.recorder('a')
  await speak(a.client, a.take, 0, 2)
  const b = await stage.enter('b')
  b.client.say({ type: 'toggle_transcription', action: 'start' })
  expect(await b.client.next('refused')).toMatchObject({ code: 'not_recorder' })
  b.client.say({ type: 'take_over' })
  const { take: second } = await b.client.next('recorder', (message) => message.recorder === 'you')
  expect(second).toBe(2)
  expect(await a.client.next('recorder', (message) => message.recorder === 'other')).toMatchObject({ take: null })
  await Promise.all([speak(b.client, 2, 0, 2, 50), speak(a.client, a.take, 2, 2)])
  expect([await stage.spool(1), await stage.spool(2)].map((one) => one.words)).toEqual([
    [0, 1, 2, 3],
    [50, 51],
  ])
  const takes = [
    { take: 1, samples: 4 * FRAME },
    { take: 2, samples: 2 * FRAME },
  ]
  b.client.say({ type: 'finish', takes })
  // B cannot know that A has no more audio. The room asks A, and A reports it.
  await a.client.next('consultation', (message) => message.missing?.some((one) => one.take === 1) === true)
  a.client.say({ type: 'finish', takes: [{ take: 1, samples: 4 * FRAME }] })
  await completed(b.client)
  expect(wordsIn(await stage.lines()).sort()).toEqual([...words(0, 4), ...words(50, 2)].sort())
})

test('[C16] B finishes while A records: what A still has is taken, then the consultation is complete', async () => {
  const stage = await openStage()
  const a = await stage.recorder('a')
  await speak(a.client, a.take, 0, 2)
  const b = await stage.enter('b')
  b.client.say({ type: 'finish', takes: [{ take: a.take, samples: 2 * FRAME }] })
  expect(await a.client.next('consultation')).toMatchObject({ status: 'finishing', missing: [{ take: a.take }] })
  await speak(a.client, a.take, 2, 2)
  await transcribed(b.client, 4)
  // Out of memory and back, and it still waits for the screen that records.
  await stage.evict()
  await speak(a.client, a.take, 4, 2)
  expect((await stage.row())?.status).toBe('active')
  a.client.say({ type: 'finish', takes: [{ take: a.take, samples: 8 * FRAME }] })
  await speak(a.client, a.take, 6, 2)
  await completed(b.client)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 8))
  expect(await stage.gaps()).toEqual([])
})

test('[C16] A records offline, B takes over and finishes, A returns: nothing is lost, and nobody waits longer', async () => {
  const stage = await openStage()
  const a = await stage.recorder('a')
  await speak(a.client, a.take, 0, 2)
  a.client.close()
  await a.client.closed
  const b = await stage.enter('b')
  b.client.say({ type: 'take_over' })
  await b.client.next('recorder', (message) => message.recorder === 'you')
  await speak(b.client, 2, 0, 2, 50)
  b.client.say({ type: 'finish', takes: [{ take: 2, samples: 2 * FRAME }] })
  await b.client.next('consultation', (message) => message.missing?.some((one) => one.take === 1) === true)
  await stage.evict()
  const back = await enterRoom(stage.doctor, stage.id, 'a', [{ take: 1, samples: 6 * FRAME }])
  expect(await back.client.next('consultation')).toMatchObject({ missing: [{ take: 1, samples: 4 * FRAME }] })
  await speak(back.client, 1, 2, 4)
  await completed(b.client)
  expect(wordsIn(await stage.lines()).sort()).toEqual([...words(0, 6), ...words(50, 2)].sort())
  expect(await stage.gaps()).toEqual([])
})

test('[C10] the session ends while recording: signed in again, the same screen has its take, a stranger does not come in', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder('a')
  await speak(client, take, 0, 2)
  const { session } = await stage.inRoom(
    (_, state) => state.getWebSockets()[0]?.deserializeAttachment() as { session: string },
  )
  await stage.stub.notify({ type: 'export', id: 'e1', status: 'running' })
  expect(await client.next('export')).toMatchObject({ id: 'e1' })
  await stage.stub.cutSession(session)
  expect(await client.closed).toBe(4002)
  const again = await stage.doctor.again()
  const back = await enterRoom(again, stage.id, 'a', [{ take, samples: 4 * FRAME }])
  expect(back.welcome).toMatchObject({ recorder: 'you', take, takes: [{ stored: 2 * FRAME }] })
  const stored = await stage.inRoom((_, state) =>
    state.getWebSockets().map((socket) => (socket.deserializeAttachment() as { session: string }).session),
  )
  expect(stored.filter((one) => one !== session)).toHaveLength(1)
  await speak(back.client, take, 2, 2)
  const stranger = await newDoctor()
  await expect(enterRoom(stranger, stage.id, 'a')).rejects.toThrow('404')
  const door = await stage.stub.fetch(
    roomRequest(new Request('http://room/', { headers: { upgrade: 'websocket' } }), {
      consultationId: stage.id,
      doctorId: stranger.id,
      sessionId: 's',
      sessionEndsAt: Date.now() + 60_000,
      startedAt: 1,
      status: 'active',
      consent: { state: 'accepted', at: 1 },
    }),
  )
  expect(door.status).toBe(404)
  expect((await stage.stub.fetch('http://room/', { headers: { upgrade: 'websocket' } })).status).toBe(426)
  await finish(back.client, take, 4)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 4))
})

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
  await transcribed(client, 2)
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
  await finish(client, take, 2)
  expect(await stage.lines()).toEqual(texts)
  early.client.say(typed(5, 'Tarde demais'))
  expect(await early.client.next('refused')).toMatchObject({ code: 'completed' })
})

test('[C24] consent taken back while recording: the engine is closed, the rest is a gap, the lines stay', async () => {
  const { stage, client, take } = await recorded(4)
  const other = await stage.enter('b')
  expect(other.welcome).toMatchObject({ consent: 'accepted' })
  // One frame of the next sentence: stored, and not yet done.
  await speak(client, take, 4, 1)
  await stage.stub.consentChanged({ state: 'revoked', at: Date.now() }, [{ take, samples: 0 }])
  expect(await client.next('consent')).toMatchObject({ state: 'revoked' })
  expect(await other.client.next('gap')).toMatchObject({ take, reason: 'discarded', start_ms: 1_000, end_ms: 1_250 })
  expect(await client.next('recorder', (one) => one.recorder === 'none')).toMatchObject({ take: null })
  expect(stage.engine.sockets).toBe(0)
  client.frame(take, 5 * FRAME, spoken(5))
  expect(await client.next('refused')).toMatchObject({ code: 'consent_refused' })
  client.say({ type: 'toggle_transcription', action: 'start' })
  expect(await client.next('refused')).toMatchObject({ code: 'consent_refused' })
  const heardSamples = stage.engine.heardSamples
  await stage.evict()
  const back = await stage.enter('a')
  expect(back.welcome).toMatchObject({ recorder: 'none', gaps: [{ reason: 'discarded' }] })
  expect(stage.engine.heardSamples).toBe(heardSamples)
  expect(stage.engine.batches).toEqual([])
  // A device that was away learns which take the new yes does not bring back.
  expect(back.welcome.takes).toMatchObject([{ take, withdrawn: true }])
  await finish(back.client, take, 9)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 4))
})
