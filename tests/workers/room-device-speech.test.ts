import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { FIRST_WORD as LOUD, wordOf } from '#tests/testkit/engine/engine.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import { logged } from '#tests/testkit/logged.ts'
import { completed, FRAME, finish, openStage, type Stage, speak } from './room-stage.ts'

/** Frames in which a recogniser on the page found one sentence. */
type Utterance = { from: number; to: number; text: string }
const resultOf = (take: number, { from, to, text }: Utterance, id = `r-${from}-${to}`): ClientMessage => ({
  type: 'device_result',
  id,
  take,
  from: from * FRAME,
  to: to * FRAME,
  at: from * FRAME,
  text,
})
const spansOf = (take: number, ...spans: [from: number, to?: number][]): ClientMessage => ({
  type: 'device_speech',
  take,
  spans: spans.map(([from, to]) => ({ from: from * FRAME, ...(to !== undefined && { to: to * FRAME }) })),
})
/** The sentence that the room's engine writes for two frames. */
const sentence = (frame: number) => `${wordOf(LOUD + frame)} ${wordOf(LOUD + frame + 1)}`
const heardBy = (stage: Stage) => stage.engine.handshakes.length

test('[C44][C45] the page hears: its lines are stored once, and no engine of the room listens', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  client.say(spansOf(take, [0]))
  expect(await client.next('engine')).toMatchObject({ state: 'listening', name: 'device', demonstration: false })
  await speak(client, take, 0, 6, LOUD + 0)
  client.say({ type: 'device_partial', take, at: 0, to: FRAME, text: 'bom' })
  expect(await client.next('transcription_update')).toMatchObject({ text: 'bom', isPartial: true, is_final: false })

  const first = { from: 0, to: 2, text: 'Bom dia, dona Rita.' }
  client.say(resultOf(take, first))
  expect(await client.next('device_stored')).toEqual({ type: 'device_stored', id: 'r-0-2' })
  const line = await client.next('transcription_update', (one) => one.is_final)
  expect(line).toMatchObject({ id: `${take}-0`, text: first.text, start_ms: 0, end_ms: 500 })
  // The answer was lost: the page repeats its result, also from another connection.
  client.say(resultOf(take, first))
  await client.next('device_stored')
  const again = await stage.enter('a')
  again.client.say(resultOf(take, first, 'again'))
  await again.client.next('device_stored')
  expect(again.welcome.entries.map(({ text }) => text)).toEqual([first.text])

  // A result comes no earlier than its audio.
  again.client.say(resultOf(take, { from: 6, to: 8, text: 'Antes do áudio.' }))
  expect(await again.client.next('refused')).toMatchObject({ code: 'bad_message' })
  again.client.say(resultOf(9, first))
  expect(await again.client.next('refused')).toMatchObject({ code: 'unknown_take' })

  again.client.say(resultOf(take, { from: 2, to: 6, text: 'Bom dia, doutora.' }))
  await again.client.next('device_stored')
  // [C47] The sound stays only where another engine would still need it: a second before what is not answered.
  await speak(again.client, take, 6, 6, LOUD + 6)
  again.client.say(resultOf(take, { from: 6, to: 10, text: 'O que traz a senhora?' }))
  await again.client.next('device_stored', ({ id }) => id === 'r-6-10')
  expect((await stage.spool(take)).words).toEqual([
    ...Array(6).fill(undefined),
    ...[6, 7, 8, 9, 10, 11].map((n) => LOUD + n),
  ])
  again.client.say(resultOf(take, { from: 10, to: 12, text: 'Tosse.' }))
  again.client.say(spansOf(take, [0, 12]))
  await finish(again.client, take, 12)
  expect(await stage.lines()).toEqual([first.text, 'Bom dia, doutora.', 'O que traz a senhora?', 'Tosse.'])
  expect([heardBy(stage), stage.engine.batches.length]).toEqual([0, 0])
  again.client.say(resultOf(take, { from: 2, to: 6, text: 'Tarde demais.' }))
  expect(await again.client.next('refused')).toMatchObject({ code: 'completed' })
})

test('[C44][C45] an engine of the room hears what the page missed, and each hands over to the other', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  client.say(spansOf(take, [0]))
  await speak(client, take, 0, 4, LOUD + 0)
  client.say(resultOf(take, { from: 0, to: 2, text: 'A página ouviu isto.' }))
  // The recogniser ended after its result and began again: no engine received two frames.
  client.say(spansOf(take, [0, 2], [4]))
  await client.had('transcription_update', (line) => line.is_final && line.text === sentence(2))
  await speak(client, take, 4, 2, LOUD + 4)
  client.say(resultOf(take, { from: 4, to: 6, text: 'E isto também.' }))
  await client.next('device_stored', ({ id }) => id === 'r-4-6')

  // For good: the engine of the room goes on from there, live.
  client.say(spansOf(take, [0, 2], [4, 6]))
  await speak(client, take, 6, 4, LOUD + 6)
  await client.had('transcription_update', (line) => line.is_final && line.text === sentence(8))
  expect(heardBy(stage)).toBe(1)
  // The log names the fault that the room's engine has covered up. Neither the short break before nor an end is one.
  const deviceFaults = () => logged().filter(({ event, fault }) => event === 'room_engine' && fault === 'device')
  await eventually(() => expect(deviceFaults()).toHaveLength(1))
  // And back: the live session ends where the page begins.
  client.say(spansOf(take, [0, 2], [4, 6], [10]))
  await speak(client, take, 10, 4, LOUD + 10)
  client.say(resultOf(take, { from: 10, to: 12, text: 'A página de novo.' }))
  await client.next('device_stored', ({ id }) => id === 'r-10-12')
  // The page disconnects; no engine takes its last two frames until it reports them.
  client.say(spansOf(take, [0, 2], [4, 6], [10, 12]))
  await finish(client, take, 14)
  expect(await stage.lines()).toEqual([
    'A página ouviu isto.',
    sentence(2),
    'E isto também.',
    sentence(6),
    sentence(8),
    'A página de novo.',
    sentence(12),
  ])
  expect(await stage.gaps()).toEqual([])
})

test('[C22][C44] a page that dies leaves its audio to the next engine, also after an eviction', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  client.say(spansOf(take, [0]))
  await speak(client, take, 0, 4, LOUD + 0)
  client.say(resultOf(take, { from: 0, to: 2, text: 'A página ouviu isto.' }))
  await client.next('device_stored')
  await stage.evict()
  const other = await stage.enter('b')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await stage.ring()
    expect(heardBy(stage)).toBe(0)
    // Out of memory at each alarm: the time since its last message counts all the same.
    await stage.evict()
    vi.setSystemTime(Date.now() + 21_000)
    await stage.ring()
    await other.client.had('transcription_update', (line) => line.is_final && line.text === sentence(2))
  } finally {
    vi.useRealTimers()
  }
  // Too late: these frames have their words.
  client.say(resultOf(take, { from: 2, to: 4, text: 'Já ouvido.' }))
  await client.next('device_stored', ({ id }) => id === 'r-2-4')
  await finish(client, take, 4)
  expect(await stage.lines()).toEqual(['A página ouviu isto.', sentence(2)])
})

test('[C46] what the page missed without voice needs no engine; what it writes bare becomes readable', async () => {
  const stage = await openStage()
  stage.engine.mood = 'away'
  const { client, take } = await stage.recorder()
  client.say(spansOf(take, [1]))
  // Two silent frames: before the recogniser had started, and at the end.
  client.frame(take, 0, new Int16Array(FRAME))
  await speak(client, take, 1, 2, LOUD)
  client.frame(take, 3 * FRAME, new Int16Array(FRAME))
  client.say(resultOf(take, { from: 1, to: 3, text: 'tomei dipirona de oito em oito horas' }))
  const line = await client.next('transcription_update', (one) => one.is_final)
  expect(line).toMatchObject({
    text: 'Tomei dipirona de 8 em 8 horas.',
    original: 'tomei dipirona de oito em oito horas',
  })
  client.say(spansOf(take, [1, 3]))
  await finish(client, take, 4)
  expect(await stage.gaps()).toEqual([])
})

test('[C29][C47] sound stays where a result has no words, and where an engine of the room heard it', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  client.say(spansOf(take, [0]))
  await speak(client, take, 0, 16, LOUD + 0)
  // Sixteen frames of voice, and a word in the last two.
  client.say({ ...resultOf(take, { from: 0, to: 16, text: 'Sim.' }), at: 14 * FRAME } as ClientMessage)
  await client.next('device_stored')
  const loud = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => LOUD + from + n)
  expect((await stage.spool(take)).words.slice(0, 14)).toEqual(loud(0, 14))
  await speak(client, take, 16, 4, LOUD + 16)
  // The recogniser has failed: the room's engine hears the rest, whose sound stays.
  client.say(spansOf(take))
  await speak(client, take, 20, 8, LOUD + 20)
  await finish(client, take, 28)
  // The engine recognised the voice before 'Sim.' again.
  const written = (await stage.lines()).join(' ')
  expect([3, 17, 26].map((frame) => written.includes(wordOf(LOUD + frame)))).toEqual([true, true, true])
})

test('[C46] without an engine in the room, what the page missed does not hold up the end', async () => {
  const { SPEECH_URL } = env
  env.SPEECH_URL = ''
  try {
    const stage = await openStage()
    const { client, take } = await stage.recorder()
    client.say(spansOf(take, [0]))
    await speak(client, take, 0, 6, LOUD + 0)
    client.say(resultOf(take, { from: 0, to: 2, text: 'Ouvido.' }))
    client.say(spansOf(take, [0, 2], [4]))
    client.say(resultOf(take, { from: 4, to: 6, text: 'Ouvido de novo.' }))
    await client.next('device_stored', ({ id }) => id === 'r-4-6')
    client.say(spansOf(take, [0, 2], [4, 6]))
    // [EO2] Paused or not, no engine hears: the next recording may start the device again.
    client.say({ type: 'toggle_transcription', action: 'pause' })
    await client.next('engine', ({ state, fault }) => state === 'lost' && fault === 'device')
    client.say({ type: 'finish', takes: [{ take, samples: 6 * FRAME }] })
    await completed(client)
    expect(await stage.lines()).toEqual(['Ouvido.', 'Ouvido de novo.'])
  } finally {
    env.SPEECH_URL = SPEECH_URL
  }
})
