import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMark } from '#db/queries/service-mark.ts'
import { levelsOf } from '#domain/consultation/voice.ts'
import { FIRST_WORD, spoken } from '#tests/testkit/engine/engine.ts'
import { WorkerEngine } from '#tests/testkit/engine/in-worker.ts'
import { eventually } from '#tests/testkit/eventually.ts'
import type { Env } from '#workers/env.ts'
import { takeTotals, unstored } from '#workers/metrics/measure.ts'
import { roomRequest, SYNTHETIC, type Visitor } from '#workers/room/door.ts'
import type { ConsultationRoom } from '#workers/room/room.ts'
import { consultIfDue, consultNow } from '#workers/synthetic/due.ts'
import { syntheticSpeech } from '#workers/synthetic/speech.ts'
import { askFrom, OPERATOR_TOKEN } from './operator-stage.ts'
import { deliver } from './queue.ts'
import { db } from './record-stage.ts'
import { countRows, execute } from './sql.ts'

const MINUTE_MS = 60_000
beforeEach(async () => {
  takeTotals()
  await execute('DELETE FROM service_marks')
})
afterEach(() => {
  vi.unstubAllGlobals()
})
/** Four frames, each of one word. */
const words = () => Int16Array.from([0, 1, 2, 3].flatMap((n) => [...spoken(FIRST_WORD + n)]))
const how = { speech: words, stepMs: 3_000 }
const outcome = () => unstored().filter(({ metric }) => metric === 'synthetic')
/** Runs that passed and failed, in whichever minutes. */
const ends = () => ({
  passed: outcome().reduce((sum, { count, failed }) => sum + count - failed, 0),
  failed: outcome().reduce((sum, { failed }) => sum + failed, 0),
})
/** A service whose queue delivers at once. */
const bindings: Env = {
  ...env,
  STRUCTURING_QUEUE: {
    send: (body: unknown) => deliver('relato-structuring', [{ body }]),
  } as unknown as Queue,
}
const storedIn = (id: string) =>
  runInDurableObject(env.ROOM.getByName(id), async (_, state) => ({
    tables: [...state.storage.sql.exec('SELECT name FROM sqlite_master')],
    alarm: await state.storage.getAlarm(),
  }))
const nothing = { tables: [], alarm: null }
/** A time in a minute when a consultation is due. */
const due = (times = 1) => 5 * MINUTE_MS * (5_000_000 + times)

test('a synthetic consultation goes through room, engine, D1, queue and structurer, and leaves one row that the next replaces', async () => {
  const engine = new WorkerEngine()
  vi.stubGlobal('fetch', engine.fetch)
  const ids = new Set<string>()
  for (const times of [1, 2]) {
    await consultIfDue(bindings, due(times), how)
    const mark = await readMark(db, 'synthetic')
    expect(mark).toMatchObject({ state: 'ok', at: due(times) })
    ids.add(mark?.subject ?? '')
  }
  expect(ends()).toEqual({ passed: 2, failed: 0 })
  expect(engine.heardSamples).toBe(2 * 16_000)
  expect(ids.size).toBe(2)
  for (const id of ids) expect(await storedIn(id)).toEqual(nothing)
  expect(await countRows('service_marks')).toBe(1)
  for (const table of ['consultations', 'transcript_entries', 'records', 'jobs', 'audit_log', 'user'])
    expect([table, await countRows(table)]).toEqual([table, 0])
  // The run is not due yet. Two crons in the same minute play one run.
  await consultIfDue(bindings, due(2) + MINUTE_MS, how)
  await Promise.all([consultIfDue(bindings, due(3), how), consultIfDue(bindings, due(3), how)])
  expect(ends()).toEqual({ passed: 3, failed: 0 })
})

test('an operator plays one at once, which names its fault and its version, unless another is played', async () => {
  const engine = new WorkerEngine()
  vi.stubGlobal('fetch', engine.fetch)
  const [both, refused] = await Promise.allSettled([1, 2].map(() => consultNow(bindings, due() + MINUTE_MS, how)))
  expect([both, refused].map((one) => one?.status).sort()).toEqual(['fulfilled', 'rejected'])
  const own = { ...bindings, OPERATOR_TOKEN, VERSION: { id: 'v-1', tag: 'abc123', timestamp: '' } }
  const reply = async () => {
    const answer = await askFrom(own, 'synthetic', {})
    return [answer.status, await answer.json()]
  }
  expect(await reply()).toEqual([200, { fault: null, version: 'v-1' }])
  await execute("UPDATE service_marks SET state = 'ended', at = ?", Date.now())
  expect(await reply()).toEqual([429, expect.objectContaining({ code: 'too_many_requests' })])
  await execute("UPDATE service_marks SET state = 'ok'")
  const refusing = { send: async () => Promise.reject(new Error('no')) } as unknown as Queue
  const broken = await askFrom({ ...own, STRUCTURING_QUEUE: refusing }, 'synthetic', {})
  expect(await broken.json()).toMatchObject({ fault: 'record_Error' })
})

test('it names the step that failed, and plays the next one a minute later', async () => {
  const engine = new WorkerEngine()
  vi.stubGlobal('fetch', engine.fetch)
  const faultOf = async (broken: Partial<Env>, at: number) => {
    takeTotals()
    await consultIfDue({ ...bindings, ...broken }, at, how)
    return outcome().map(({ fault }) => fault)
  }
  const noRoom = {
    getByName: () => ({
      fetch: async () => new Response(null, { status: 426 }),
      erase: async () => true,
    }),
  }
  expect(await faultOf({ ROOM: noRoom as unknown as Env['ROOM'] }, due())).toEqual(['enter_NoSocket'])
  engine.mood = 'away'
  expect(await faultOf({}, due() + MINUTE_MS)).toEqual(['words_TooSlow'])
  engine.mood = 'well'
  const refusing = { send: async () => Promise.reject(new Error('no')) }
  expect(await faultOf({ STRUCTURING_QUEUE: refusing as unknown as Queue }, due() + 2 * MINUTE_MS)).toEqual([
    'record_Error',
  ])
  const { subject = '' } = (await readMark(db, 'synthetic')) ?? {}
  expect(await storedIn(subject)).toEqual(nothing)
  expect(await faultOf({}, due() + 3 * MINUTE_MS)).toEqual([''])
  expect(await faultOf({}, due() + 4 * MINUTE_MS)).toEqual([])
})

test('a consultation that dies in the middle is erased by the next one, or by its own room if there is none', async () => {
  vi.stubGlobal('fetch', new WorkerEngine().fetch)
  /** Opens a room as a run does that is then cut off. */
  const die = async () => {
    const id = crypto.randomUUID()
    const visitor: Visitor = {
      ...{ consultationId: id, doctorId: SYNTHETIC, sessionId: SYNTHETIC, startedAt: Date.now() },
      ...{ sessionEndsAt: Date.now() + MINUTE_MS, status: 'active', consent: { state: 'accepted', at: 1 } },
    }
    const request = new Request(`${env.APP_URL}/api/consultations/${id}/room`, { headers: { upgrade: 'websocket' } })
    const { webSocket } = await env.ROOM.getByName(id).fetch(roomRequest(request, visitor))
    webSocket?.accept()
    webSocket?.close()
    return id
  }
  const first = await die()
  await execute("INSERT INTO service_marks VALUES ('synthetic', ?, ?, 'begun')", due(), first)
  expect((await storedIn(first)).tables.length).toBeGreaterThan(0)
  await consultIfDue(bindings, due() + 3 * MINUTE_MS, how)
  expect(outcome()).toEqual([])
  await consultIfDue(bindings, due() + 4 * MINUTE_MS, how)
  expect(outcome()).toMatchObject([
    { failed: 1, fault: 'died' },
    { failed: 0, fault: '' },
  ])
  expect(await storedIn(first)).toEqual(nothing)

  // The service stopped playing them: the room ends by itself, which D1 never refuses.
  const id = await die()
  const scheduledTime = Date.now() + 7 * 24 * 60 * MINUTE_MS
  await eventually(async () => {
    await runInDurableObject(env.ROOM.getByName(id), (room: ConsultationRoom) =>
      room.alarm({ scheduledTime, isRetry: false, retryCount: 0 }),
    )
    expect(await storedIn(id)).toEqual(nothing)
  })
  expect(await countRows('consultations')).toBe(0)
})

test('its recording is five seconds of speech', () => {
  const samples = syntheticSpeech()
  expect(samples.length / 16_000).toBeCloseTo(5, 0)
  // The protocol's limit for voice is 328.
  expect(levelsOf(samples).filter((level) => level > 328).length).toBeGreaterThan(25)
})
