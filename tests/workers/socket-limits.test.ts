import { expect, onTestFinished, test, vi } from 'vitest'
import { closeCodes } from '#domain/consultation/protocol.ts'
import { spoken } from '#tests/testkit/engine/engine.ts'
import type { RoomClient } from '#tests/testkit/room/room-client.ts'
import { connect, FRAME, openStage, type Stage, speak } from './room-stage.ts'

/** Thousands of messages: a loaded machine takes its time. */
const long = { timeout: 120_000 }
const TEXT = 'a'.repeat(4_000)
const typed = (text = TEXT) => ({
  type: 'write_entry' as const,
  id: `typed-${crypto.randomUUID()}`,
  text,
  speaker: 'doctor' as const,
  ago_ms: 0,
})

/** Writes lines and waits for the last. */
async function write(client: RoomClient, count: number): Promise<void> {
  for (let n = 1; n < count; n++) client.say(typed())
  client.say(typed('a última linha'))
  await client.next('transcription_update', ({ text }) => text === 'a última linha')
}

/** Everything said before has been answered. */
async function flushed(client: RoomClient, take: number): Promise<void> {
  const { stored } = client.all('audio_ack').findLast((ack) => ack.take === take) ?? { stored: 0 }
  client.frame(take, stored, spoken(stored / FRAME))
  await client.next('audio_ack', (ack) => ack.take === take && ack.stored > stored)
}

/** However slow the machine is, no time passes in which a socket may say more. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

const socketsOf = (stage: Stage) =>
  stage.inRoom((_, state) => state.getWebSockets().filter((one) => one.readyState === WebSocket.OPEN).length)

test(
  '[C35] forty hellos bring the transcript once; who says more than a page may is refused, and its audio still stored',
  long,
  async () => {
    const stage = await openStage()
    stopClock()
    const { client, take } = await stage.recorder()
    await write(client, 30)
    stage.engine.mood = 'away'

    const { client: greeter, welcome } = await stage.enter('b')
    const once = JSON.stringify(welcome).length
    expect(once).toBeGreaterThan(29 * TEXT.length)
    for (let n = 0; n < 40; n++) greeter.say({ type: 'hello', version: 1 })
    while (greeter.all('welcome').length < 41) await greeter.next('welcome')
    const welcomes = greeter.all('welcome')
    expect(JSON.stringify(welcomes).length).toBeLessThan(once * 1.5)
    // A new connection says for itself what it has.
    greeter.say({ type: 'hello', version: 1 })
    const { client: again, welcome: whole } = await stage.enter('b')
    expect(whole.entries).toHaveLength(30)
    again.close()

    // 600 starts and stops: most are refused, and the room holds no more than what the rate lets through.
    for (let n = 0; n < 150; n++) {
      client.say({ type: 'toggle_transcription', action: 'stop' })
      client.say({ type: 'toggle_transcription', action: 'start' })
    }
    const codes = () => client.all('refused').map(({ code }) => code)
    const { take: last } = await client.next('recorder', (one) => one.recorder === 'you')
    await flushed(client, take)
    expect(codes().filter((code) => code === 'too_fast').length).toBeGreaterThan(10)
    expect(codes().every((code) => code === 'too_fast' || code === 'not_recorder')).toBe(true)
    await speak(client, take, 1, 3)
    expect((await stage.spool(take)).samples).toBe(4 * FRAME)
    expect(last).toBeGreaterThan(1)

    // The flood closes the socket. The same screen comes back, and nothing is missing.
    for (let n = 0; n < 200; n++)
      client.say({ type: 'set_speaker', id: welcome.entries[1]?.id ?? '', speaker: 'patient' })
    expect(await client.closed).toBe(closeCodes.flood)
    const back = await stage.enter('a')
    expect(back.welcome.takes.find((one) => one.take === take)).toMatchObject({ stored: 4 * FRAME })
    await speak(back.client, take, 4, 2)
    await write(back.client, 2)
  },
)

test(
  '[C36] a backlog goes up as fast as it is acknowledged; frames beyond the rate wait, and a flood is refused',
  long,
  async () => {
    const stage = await openStage()
    const { client, take } = await stage.recorder()
    stage.engine.mood = 'away'
    stopClock()
    const SHORT = 8
    const WINDOW = 40
    const send = (from: number, to: number) => {
      for (let n = from; n < to; n++) client.frame(take, n * SHORT, spoken(n, SHORT))
    }
    // A device that has recorded for long: at most 40 frames under way.
    const backlog = 1_280
    for (let n = 0; n < backlog; n += WINDOW) {
      send(n, Math.min(backlog, n + WINDOW))
      await client.next('audio_ack', (ack) => ack.stored === Math.min(backlog, n + WINDOW) * SHORT)
    }
    expect(client.all('refused')).toEqual([])
    expect((await stage.spool(take)).samples).toBe(backlog * SHORT)

    // One that waits for nothing.
    send(backlog, backlog + 350)
    await client.next('refused', ({ code }) => code === 'too_fast')
    const stored = client.all('audio_ack').at(-1)?.stored ?? 0
    expect((await stage.spool(take)).samples).toBeGreaterThanOrEqual(stored)
    // It comes back, hears how far it is, and sends on from there.
    const back = await stage.enter('a')
    const from = (back.welcome.takes[0]?.stored ?? 0) / SHORT
    expect(from).toBeGreaterThan(backlog)
    back.client.frame(take, from * SHORT, spoken(from, SHORT))
    await back.client.next('audio_ack', (ack) => ack.stored === (from + 1) * SHORT)
    const { words: numbers } = await stage.spool(take)
    expect(numbers).toEqual(Array.from({ length: from + 1 }, (_, n) => n))
  },
)

test('[C38] a thousand typed lines are enough: the next is refused, and the page keeps it', async () => {
  const stage = await openStage()
  const { client } = await stage.enter('a')
  await write(client, 1)
  await stage.inRoom((_, state) => {
    const [row] = [...state.storage.sql.exec<{ body: string }>('SELECT body FROM entry')]
    for (let n = 2; n <= 1_000; n++) {
      const id = `typed-${crypto.randomUUID()}`
      const body = JSON.stringify({ ...JSON.parse(row?.body ?? ''), id })
      state.storage.sql.exec('INSERT INTO entry VALUES (?, ?, ?)', id, n, body)
    }
  })
  await stage.evict()
  const further = typed('uma a mais')
  client.say(further)
  expect(await client.next('refused')).toEqual({ type: 'refused', code: 'room_full', id: further.id })
  const { welcome } = await stage.enter('b')
  expect(welcome.entries).toHaveLength(1_000)
})

test('[C38] 250,000 typed letters are enough: a further line or a longer text is refused', async () => {
  const stage = await openStage()
  const { client } = await stage.enter('a')
  const last = typed('fim')
  for (let n = 0; n < 62; n++) client.say(typed())
  client.say(last)
  await client.next('transcription_update', ({ id }) => id === last.id)
  const next = typed()
  client.say(next)
  expect(await client.next('refused')).toEqual({ type: 'refused', code: 'room_full', id: next.id })
  client.say({ type: 'edit_entry', id: last.id, text: TEXT })
  expect(await client.next('refused')).toEqual({ type: 'refused', code: 'room_full', id: last.id })
  client.say({ type: 'edit_entry', id: last.id, text: TEXT.slice(0, 2_000) })
  await client.next('entry_changed', ({ text }) => text.length === 2_000)
})

test('[C39] a screen that does not read what it is sent is closed; the others, and the recording, notice nothing', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  await write(client, 60)
  const slow = (await stage.enter('slow')).client
  slow.confirmsReading = false
  const flipper = (await stage.enter('b')).client
  let flips = 0
  // Each sends every line to every screen: 240,000 characters.
  const flip = async (times: number) => {
    for (let n = 0; n < times; n++) flipper.say({ type: 'flip_speakers' })
    flips += times
    for (const one of [flipper, client])
      while (one.all('entry_changed').length < flips * 60) await one.next('entry_changed')
    await flushed(client, take)
    flipper.say({ type: 'hello', version: 1 })
    await flipper.next('welcome')
  }
  stopClock()
  // Much at once is no reason yet: a slow line needs its time.
  await flip(10)
  vi.setSystemTime(Date.now() + 10_000)
  expect(await socketsOf(stage)).toBe(3)
  await flip(1)
  expect(await slow.closed).toBe(closeCodes.unread)
  expect(slow.all('entry_changed').length).toBe(600)
  expect(await socketsOf(stage)).toBe(2)
  expect(client.all('read_check').length).toBeGreaterThan(1)
  expect(client.all('refused')).toEqual([])
})

test('[C40] sockets that say nothing make room for others; the one that records stays, and is heard', async () => {
  const stage = await openStage()
  const { client, take } = await stage.recorder()
  const silent: RoomClient[] = []
  for (let n = 0; n < 35; n++) silent.push(await connect(stage.doctor, stage.id))
  // The room holds 32: the oldest silent ones are gone.
  expect(await Promise.all(silent.slice(0, 4).map(({ closed }) => closed))).toEqual(Array(4).fill(closeCodes.flood))
  expect(await socketsOf(stage)).toBe(32)
  const { client: reader, welcome } = await stage.enter('b')
  expect(welcome.recorder).toBe('other')
  await speak(client, take, 0, 3)
  await reader.next('transcription_update')
  expect((await stage.spool(take)).samples).toBe(3 * FRAME)
  for (const one of silent) expect(one.received).toEqual([])
})

test('[C42] an erased consultation closes its sockets as not found, not as a session that ended', async () => {
  const stage = await openStage()
  const { client } = await stage.enter('a')
  await stage.inRoom((room) => room.erase())
  expect(await client.closed).toBe(closeCodes.not_found)
})
