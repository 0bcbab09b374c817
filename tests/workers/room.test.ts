import { expect, test } from 'vitest'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { roomRequest } from '#workers/room/door.ts'
import { newDoctor } from './doctor.ts'
import { enterRoom, FRAME, openStage, speak, words, wordsIn } from './room-stage.ts'

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
  expect(reader.welcome.entries.map((entry) => entry.text)).toEqual(lines.map((line) => line.text))
  reader.client.say({ type: 'edit_entry', id: lines[0]?.id ?? '', text: 'Palavra zero' })
  reader.client.say({ type: 'set_speaker', id: lines[1]?.id ?? '', speaker: 'patient' })
  expect(await client.next('entry_changed')).toMatchObject({ text: 'Palavra zero' })
  expect(await client.next('entry_changed')).toMatchObject({ speaker: 'patient', speaker_origin: 'hand' })
  reader.client.say({ type: 'set_speaker', id: 'nada', speaker: 'doctor' })
  expect(await reader.client.next('refused')).toMatchObject({ code: 'entry_not_found' })

  client.say({ type: 'finish', takes: [{ take, samples: 4 * FRAME }] })
  await reader.client.next('consultation', (message) => message.status === 'completed')
  expect(await stage.lines()).toEqual(['Palavra zero', 'palavra2 palavra3'])
  expect(await stage.row()).toMatchObject({ status: 'completed', entry_count: 2, gaps: '[]' })
  const detail = await (await stage.doctor.call('GET', `/api/consultations/${stage.id}`)).json<{
    transcriptions: { speaker?: string }[]
  }>()
  expect(detail.transcriptions[1]).toMatchObject({ speaker: 'patient', speaker_origin: 'hand' })
  const found = await stage.doctor.call('GET', `/api/patients/${stage.patient.id}`)
  expect(await found.json()).toMatchObject({ patient: { consultation_count: 1 } })
})

test('[C19] a late frame after completion is refused and opens no empty room', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  client.say({ type: 'finish', takes: [{ take, samples: 2 * FRAME }] })
  await client.next('consultation', (message) => message.status === 'completed')
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
  await third.next('consultation', (message) => message.status === 'completed')
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
  await b.client.next('consultation', (message) => message.status === 'completed')
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
  await b.client.had('audio_ack', (ack) => ack.transcribed === 4 * FRAME)
  // Out of memory and back, and it still waits for the screen that records.
  await stage.evict()
  await speak(a.client, a.take, 4, 2)
  expect((await stage.row())?.status).toBe('active')
  a.client.say({ type: 'finish', takes: [{ take: a.take, samples: 8 * FRAME }] })
  await speak(a.client, a.take, 6, 2)
  await b.client.next('consultation', (message) => message.status === 'completed')
  expect(wordsIn(await stage.lines())).toEqual(words(0, 8))
  expect(await stage.row()).toMatchObject({ gaps: '[]' })
})

test('[C21] bad frames and messages are refused by name, and the socket lives', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  const refusal = async () => (await client.next('refused')).code
  const bytes = (length: number, head: number[]) => {
    const buffer = new Uint8Array(length)
    buffer.set(head)
    return buffer.buffer
  }
  for (const [data, code] of [
    [bytes(3, [1, 1]), 'bad_frame'],
    [bytes(8, [1, 1, take]), 'bad_frame'],
    [bytes(11, [1, 1, take]), 'bad_frame'],
    [bytes(10, [7, 1, take]), 'bad_frame'],
    [bytes(10, [1, 9, take]), 'version_unsupported'],
    [bytes(10_000, [1, 1, take]), 'frame_too_large'],
    [bytes(10, [1, 1, 44]), 'unknown_take'],
    ['{"type":', 'bad_message'],
    ['{"type":"launch"}', 'bad_message'],
    ['{"type":"take_over","extra":1}', 'bad_message'],
    [JSON.stringify({ type: 'edit_entry', id: 'x', text: 'á'.repeat(9_000) }), 'frame_too_large'],
    ['{"type":"hello","version":3}', 'version_unsupported'],
    ['{"type":"finish","takes":[{"take":9,"samples":4}]}', 'unknown_take'],
  ] as const) {
    client.raw(data)
    expect([data, await refusal()]).toEqual([data, code])
  }
  await speak(client, take, 0, 1)
  for (let i = 0; i < 200; i++) client.raw('rubbish')
  expect(await client.closed).toBe(4008)
  // A message that breaks the rules counts like one that cannot be parsed.
  const { client: other } = await stage.enter('b')
  for (let i = 0; i < 200; i++) other.say({ type: 'finish', takes: [{ take: 9, samples: 4 }] })
  expect(await other.closed).toBe(4008)
})

test('a stranger and a guest do not come in; a session that ends takes its sockets with it', async () => {
  const stage = await openStage()
  const { client } = await stage.enter('a')
  const stranger = await openStage()
  await expect(enterRoom(stranger.doctor, stage.id, 'x')).rejects.toThrow('404')
  expect((await stage.stub.fetch('http://room/', { headers: { upgrade: 'websocket' } })).status).toBe(426)
  const { session } = await stage.inRoom(
    (_, state) => state.getWebSockets()[0]?.deserializeAttachment() as { session: string },
  )
  await stage.stub.notify({ type: 'export', id: 'e1', status: 'running' })
  expect(await client.next('export')).toMatchObject({ id: 'e1' })
  await stage.stub.cutSession(session)
  expect(await client.closed).toBe(4002)
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
  await b.client.next('consultation', (message) => message.status === 'completed')
  expect(wordsIn(await stage.lines()).sort()).toEqual([...words(0, 6), ...words(50, 2)].sort())
  expect(await stage.row()).toMatchObject({ gaps: '[]' })
})

test('[C10] the session ends while recording: signed in again, the same screen has its take, a stranger does not come in', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder('a')
  await speak(client, take, 0, 2)
  const { session } = await stage.inRoom(
    (_, state) => state.getWebSockets()[0]?.deserializeAttachment() as { session: string },
  )
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
  back.client.say({ type: 'finish', takes: [{ take, samples: 4 * FRAME }] })
  await back.client.next('consultation', (message) => message.status === 'completed')
  expect(wordsIn(await stage.lines())).toEqual(words(0, 4))
})
