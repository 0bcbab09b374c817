import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { voiced, WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import type { RoomClient } from '#tests/testkit/room/room-client.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import {
  completed,
  FRAME,
  finish,
  openStage,
  recorded,
  type Stage,
  speak,
  transcribed,
  words,
  wordsIn,
} from './room-stage.ts'

test('[C12] the engine dies in mid-sentence and comes back: every line is there, none doubled', async () => {
  // With the second of audio an engine hears again, its sentences fall otherwise than the first time.
  const stage = await openStage(new WorkerEngine('one-word', 3))
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 7)
  await transcribed(client, 6)
  stage.engine.mood = 'away'
  await stage.inRoom(() => stage.engine.die())
  expect(await client.next('engine', (engine) => engine.state === 'lost')).toMatchObject({ name: 'one-word' })
  // Meanwhile audio is stored and acknowledged; failed attempts are reported once.
  await speak(client, take, 7, 4)
  await stage.ring()
  await stage.ring()
  stage.engine.mood = 'well'
  await stage.ring()
  await client.next('engine', (engine) => engine.state === 'listening')
  await transcribed(client, 11)
  await speak(client, take, 11, 2)
  await finish(client, take, 13)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 13))
})

test.for(['garbage', 'invented'] as const)(
  '[C28] an engine that answers rubbish (%s) has failed: what it never heard is heard again',
  async (mood) => {
    const stage = await openStage()
    stage.engine.mood = mood
    const { client, take } = await stage.recorder()
    await speak(client, take, 0, 4)
    await client.next('engine', (engine) => engine.state === 'lost')
    expect(client.all('audio_ack').every((ack) => ack.transcribed === 0)).toBe(true)
    // Each try is answered with rubbish: nothing is done by it.
    for (let i = 0; i < 3; i++) {
      await stage.ring()
      await client.next('engine', (engine) => engine.state === 'lost')
    }
    stage.engine.mood = 'well'
    await stage.ring()
    client.say({ type: 'finish', takes: [{ take, samples: 4 * FRAME }] })
    await completed(client)
    expect(wordsIn(await stage.lines())).toEqual(words(0, 4))
  },
)

test('[C12] every screen learns why the engine is lost, and nothing of it once the engine is back', async () => {
  const stage = await openStage()
  stage.engine.mood = 'away'
  stage.engine.awayStatus = 402
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  expect(await client.next('engine', (engine) => engine.state === 'lost')).toMatchObject({ fault: 'payment' })
  expect((await stage.enter('b')).welcome.engine).toMatchObject({ state: 'lost', fault: 'payment' })
  stage.engine.mood = 'well'
  await stage.ring()
  expect(await client.next('engine', (engine) => engine.state === 'listening')).not.toHaveProperty('fault')
})

test('[C28] a batch answer about audio that was never sent is none', async () => {
  const stage = await openStage()
  stage.engine.mood = 'away'
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 80)
  stage.engine.mood = 'invented'
  await stage.ring()
  await client.next('engine', (engine) => engine.state === 'lost')
  await stage.ring()
  expect(client.all('audio_ack').every((ack) => ack.transcribed === 0)).toBe(true)
  stage.engine.mood = 'well'
  await stage.ring()
  await finish(client, take, 80)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 80))
})

/** Ten seconds in which somebody speaks and the engine hears nothing. */
async function wordless() {
  const stage = await openStage()
  stage.engine.mood = 'empty'
  const { client, take } = await stage.recorder()
  for (let n = 0; n < 40; n++) client.frame(take, n * FRAME, voiced())
  await transcribed(client, 40)
  expect(stage.engine.batches).toEqual([])
  return { stage, client, takes: [{ take, samples: 40 * FRAME }] }
}
const tenWords = (seconds: number) =>
  Array.from({ length: Math.floor(seconds) }, (_, i) => ({ word: `achada${i}`, start: i, end: i + 1 }))

test('[C27] an engine that finds no words in voice hears it once more at the end, and then it does', async () => {
  const { stage, client, takes } = await wordless()
  stage.engine.mood = 'well'
  stage.engine.batchWords = tenWords
  client.say({ type: 'finish', takes })
  await completed(client)
  expect(stage.engine.batches.length).toBe(1)
  expect(wordsIn(await stage.lines())).toEqual(tenWords(10).map(({ word }) => word))
  expect(await stage.gaps()).toEqual([])
})

test('[C27] what stays without words is asked about, heard again on demand, or a gap; only then the audio goes', async () => {
  const { stage, client, takes } = await wordless()
  client.say({ type: 'finish', takes })
  const question = await client.next('consultation', (message) => message.ask_gap === true)
  expect(question).toMatchObject({ status: 'finishing', missing: [] })
  expect(question.wordless_ms).toBeGreaterThan(9_000)
  await stage.evict()
  expect((await stage.spool(1)).samples).toBe(40 * FRAME)
  const { client: again } = await stage.enter('b')
  expect(await again.next('consultation', (message) => message.ask_gap === true)).toMatchObject({
    wordless_ms: question.wordless_ms,
  })
  stage.engine.batchWords = (seconds) => tenWords(seconds).slice(0, 5)
  stage.engine.mood = 'well'
  again.say({ type: 'retranscribe' })
  const rest = await again.next(
    'consultation',
    (message) => message.ask_gap === true && message.wordless_ms !== question.wordless_ms,
  )
  expect(rest.wordless_ms).toBeLessThan(5_000)
  again.say({ type: 'finish', takes, accept_gap: true })
  await completed(again)
  expect(wordsIn(await stage.lines())).toEqual(['achada0', 'achada1', 'achada2', 'achada3', 'achada4'])
  expect(await stage.gaps()).toMatchObject([{ reason: 'no_words', end_ms: 9_900 }])
})

test('[C27] heard again while the consultation goes on: live audio is not disturbed', async () => {
  const { stage, client } = await wordless()
  stage.engine.mood = 'well'
  stage.engine.batchWords = tenWords
  const sockets = stage.engine.handshakes.length
  client.say({ type: 'retranscribe' })
  await client.next('transcription_update', (line) => line.is_final && line.text.includes('achada9'))
  for (let n = 40; n < 44; n++) client.frame(1, n * FRAME, spoken(n))
  await transcribed(client, 44)
  expect(stage.engine.handshakes.length).toBe(sockets)
  await finish(client, 1, 44)
  expect(wordsIn(await stage.lines())).toEqual([...tenWords(10).map(({ word }) => word), ...words(40, 4)])
})

test('[C15] a backlog of a minute goes in segments while live audio goes on', async () => {
  const stage = await openStage()
  stage.engine.mood = 'away'
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 240)
  stage.engine.mood = 'well'
  await stage.ring()
  await transcribed(client, 240)
  await speak(client, take, 240, 4)
  await transcribed(client, 244)
  expect(stage.engine.batches.length).toBeGreaterThanOrEqual(2)
  for (const batch of stage.engine.batches) {
    expect(batch.samples).toBeLessThanOrEqual(32 * 16_000)
    expect(batch.url.searchParams.get('mip_opt_out')).toBe('true')
  }
  // The live socket heard the end, with one second before it, and not the minute.
  expect(stage.engine.heardSamples).toBe(8 * FRAME)
  await finish(client, take, 244)
  expect(wordsIn(await stage.lines())).toEqual(words(0, 244))
})

test('[C15] a live socket that falls behind is left: segments catch up, another goes on from here', async () => {
  const { stage, client, take } = await recorded(2)
  await speak(client, take, 2, 80)
  // Where the other begins decides whether the last word has its pair yet.
  await client.had('audio_ack', (ack) => ack.transcribed >= 81 * FRAME)
  await speak(client, take, 82, 2)
  await finish(client, take, 84)
  expect([stage.engine.handshakes.length, stage.engine.batches.length > 0]).toEqual([2, true])
  expect(wordsIn(await stage.lines())).toEqual(words(0, 84))
})

test('[C17] without an engine nobody waits for ever: it asks, and the gap is kept with the lines so far', async () => {
  const { stage, client, take } = await recorded(2)
  stage.engine.mood = 'away'
  await stage.inRoom(() => stage.engine.die())
  await client.next('engine', (engine) => engine.state === 'lost')
  await speak(client, take, 2, 4)
  const takes = [{ take, samples: 8 * FRAME }]
  client.say({ type: 'finish', takes, accept_gap: true })
  expect(await client.next('consultation')).toMatchObject({
    status: 'finishing',
    ask_gap: false,
    missing: [{ take, samples: 2 * FRAME }],
  })
  // Retries ring first; the question comes when its own time has come.
  for (let i = 0; i < 12 && !client.all('consultation').some((one) => one.ask_gap); i++) {
    await stage.inRoom((_, state) => state.storage.setAlarm(Date.now() + 11 * 60_000))
    await stage.ring()
  }
  expect(await client.next('consultation', (one) => one.ask_gap === true)).toMatchObject({ status: 'finishing' })
  await stage.evict()
  stage.engine.mood = 'away'
  const again = await stage.enter('a')
  expect(await again.client.next('consultation')).toMatchObject({ ask_gap: true })
  again.client.say({ type: 'finish', takes, accept_gap: true })
  await completed(again.client)
  expect(await stage.lines()).toEqual(['palavra0 palavra1'])
  const gaps: { reason: string; start_ms: number; end_ms: number }[] = await stage.gaps()
  expect(gaps.map((gap) => [gap.reason, gap.end_ms - gap.start_ms])).toEqual([
    ['not_transcribed', 1_000],
    ['not_received', 500],
  ])
})

/** From now on, what becomes of a batch that the room sends D1; undefined: there is no D1. */
const batches = (stage: Stage, batch?: (real: D1Database, statements: D1PreparedStatement[]) => Promise<unknown>) =>
  stage.inRoom((room) => {
    const holder = room as unknown as { env: { DB: D1Database | undefined } }
    const own = (statements: D1PreparedStatement[]) => batch?.(env.DB, statements)
    const get = (real: D1Database, name: keyof D1Database) =>
      name === 'batch' ? own : (Reflect.get(real, name).bind?.(real) ?? Reflect.get(real, name))
    holder.env = { ...holder.env, DB: batch && new Proxy(env.DB, { get: get as never }) }
  })
/** Finishes with what is there; D1 has not been told yet. */
async function finishing(client: RoomClient, take: number, frames: number): Promise<void> {
  client.say({ type: 'finish', takes: [{ take, samples: frames * FRAME }] })
  await client.next('consultation', ({ status }) => status === 'finishing')
}

test('[C18] D1 fails while the consultation is completed: the alarm repeats it, and it happens once', async () => {
  const { stage, client, take } = await recorded(2)
  let calls = 0
  // The second time D1 does it, and the answer is lost on the way.
  await batches(stage, async (real, statements) => {
    calls++
    if (calls === 2) await real.batch(statements)
    throw new Error('D1_ERROR: network')
  })
  const called = (times: number) =>
    stage.inRoom(async () => {
      while (calls < times) await new Promise((resolve) => setTimeout(resolve, 0))
    })
  await finishing(client, take, 2)
  await called(1)
  expect(await stage.row()).toMatchObject({ status: 'active', entry_count: 0 })
  expect(await stage.lines()).toEqual([])
  client.say({ type: 'edit_entry', id: `${take}-0`, text: 'tarde demais' })
  expect(await client.next('refused')).toMatchObject({ code: 'finishing' })
  await stage.ring()
  await called(2)
  expect((await stage.spool(take)).samples).toBe(2 * FRAME)
  await batches(stage, (real, statements) => real.batch(statements))
  await stage.ring()
  await completed(client)
  expect(await stage.row()).toMatchObject({ status: 'completed', entry_count: 1 })
  expect(await stage.lines()).toEqual(['palavra0 palavra1'])
  const patient = await stage.doctor.call('GET', `/api/patients/${stage.patient}`)
  expect(await patient.json()).toMatchObject({ patient: { consultation_count: 1 } })
  expect(await stage.audits('consultation_completed')).toBe(1)
})

test('[C18] D1 does not answer: the alarm that rings meanwhile is set again', async () => {
  const { stage, client, take } = await recorded(2)
  const answered = Promise.withResolvers<void>()
  await batches(stage, async (real, statements) => {
    await answered.promise
    return real.batch(statements)
  })
  await finishing(client, take, 2)
  const before = Date.now()
  await stage.ring()
  await stage.inRoom(async (_, state) => {
    expect(await state.storage.getAlarm()).toBeGreaterThan(before)
    answered.resolve()
  })
  await completed(client)
  expect(await stage.lines()).toEqual(['palavra0 palavra1'])
})

test('[C22] evicted while D1 is being told: the alarm finishes what was begun', async () => {
  const { stage, client, take } = await recorded(2)
  await batches(stage)
  await finishing(client, take, 2)
  await stage.evict()
  const again = await stage.enter('b')
  expect(again.welcome).toMatchObject({ status: 'finishing', recorder: 'none' })
  await stage.ring()
  await completed(again.client)
  expect(await stage.lines()).toEqual(['palavra0 palavra1'])
})

test('what a demonstration engine writes is said to be one, to every screen, after an eviction too', async () => {
  const stage = await openStage(new WorkerEngine(DEMONSTRATION_MODEL))
  const { client, take } = await stage.recorder()
  await speak(client, take, 0, 2)
  expect(await client.next('engine', (engine) => engine.name !== '')).toMatchObject({ demonstration: true })
  await stage.evict()
  expect((await stage.enter('b')).welcome.engine).toMatchObject({ name: DEMONSTRATION_MODEL, demonstration: true })
})

test('[C20] a consultation left open is finished after a week, with what was heard', async () => {
  const { stage, client, take } = await recorded(2)
  stage.engine.mood = 'away'
  await stage.inRoom(() => stage.engine.die())
  client.frame(take, 2 * FRAME, spoken(2))
  await client.next('audio_ack', (ack) => ack.stored === 3 * FRAME)
  client.close()
  await client.closed
  const wait = (ms: number) =>
    stage.inRoom((room: ConsultationRoom) =>
      room.alarm({ scheduledTime: Date.now() + ms, isRetry: false, retryCount: 0 }),
    )
  await wait(13 * 3_600_000)
  expect(await stage.row()).toMatchObject({ status: 'active' })
  await wait(8 * 86_400_000)
  const late = await stage.enter('b')
  if (late.welcome.status !== 'completed') await completed(late.client)
  expect(await stage.row()).toMatchObject({ status: 'completed', entry_count: 1 })
  expect(await stage.gaps()).toMatchObject([{ reason: 'not_transcribed' }])
})
