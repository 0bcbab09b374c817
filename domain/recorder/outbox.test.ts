import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '#tests/testkit/steps.ts'
import { SAMPLE_MAX } from '../consultation/frame.ts'
import { clientMessage, MOST_TAKES, TEXT_FRAME_MAX_BYTES } from '../consultation/protocol.ts'
import * as outbox from './outbox.ts'

const FRAME = 4

/** The room of the model: stores per take what continues it, answers every frame with how far it got. */
class Room {
  readonly stored = new Map<number, number[]>()
  receive(take: number, at: number, samples: number[]) {
    const samplesStored = this.stored.get(take) ?? []
    if (at <= samplesStored.length) samplesStored.push(...samples.slice(samplesStored.length - at))
    this.stored.set(take, samplesStored)
    return { take, stored: samplesStored.length, transcribed: 0 }
  }
}

type Frame = { take: number; at: number; samples: number[] }

/** Device, wire and room, driven step by step. `letGo` says when a frame leaves the device queue. */
class World {
  box = outbox.emptyOutbox
  now = 0
  queue: Frame[] = []
  spoken = new Map<number, number[]>()
  wire: Frame[] = []
  answers: { take: number; stored: number; transcribed: number }[] = []
  room = new Room()
  lost = false
  readonly letGo: 'stored' | 'sent'
  constructor(letGo: 'stored' | 'sent') {
    this.letGo = letGo
  }

  speak(take: number, count: number) {
    const all = this.spoken.get(take) ?? []
    const samples = Array.from({ length: count }, (_, i) => take * 10_000 + all.length + i)
    this.queue.push({ take, at: all.length, samples })
    all.push(...samples)
    this.spoken.set(take, all)
    this.box = outbox.addFrame(this.box, take, all.length)
  }
  send() {
    for (let next = outbox.nextToSend(this.box); next; next = outbox.nextToSend(this.box)) {
      const { take, from } = next
      const frame = this.queue.find((one) => one.take === take && one.at <= from && from < one.at + one.samples.length)
      if (!frame) {
        this.lost = true
        return
      }
      this.wire.push({ take, at: from, samples: frame.samples.slice(from - frame.at) })
      const end = frame.at + frame.samples.length
      this.box = outbox.markSent(this.box, take, end, this.now)
      if (this.letGo === 'sent') this.forget(take, end)
    }
    expect(this.box.takes.reduce((sum, one) => sum + one.flight.length, 0)).toBeLessThanOrEqual(outbox.WINDOW_FRAMES)
  }
  deliver(pick: number) {
    const [frame] = this.wire.splice(pick % Math.max(1, this.wire.length), 1)
    if (frame) this.answers.push(this.room.receive(frame.take, frame.at, frame.samples))
  }
  hear(pick: number) {
    const [answer] = this.answers.splice(pick % Math.max(1, this.answers.length), 1)
    if (!answer) return
    this.box = outbox.acknowledge(this.box, answer, this.now)
    this.forget(answer.take, outbox.takeOf(this.box, answer.take).stored)
  }
  lose(pick: number) {
    this.wire.splice(pick, 1)
  }
  mute(pick: number) {
    this.answers.splice(pick, 1)
  }
  forget(take: number, end: number) {
    this.queue = this.queue.filter((one) => one.take !== take || one.at + one.samples.length > end)
  }
  cut() {
    this.wire = []
    this.answers = []
    this.box = outbox.disconnect(this.box)
  }
  connect() {
    this.cut()
    this.box = outbox.connect(
      this.box,
      [...this.room.stored].map(([take, samples]) => ({ take, stored: samples.length, transcribed: 0 })),
    )
    for (const one of this.box.takes) this.forget(one.take, one.stored)
  }
  /** Time passes; a socket without progress is dropped and opened again. */
  wait(ms: number) {
    this.now += ms
    if (outbox.isOverdue(this.box, this.now)) this.connect()
  }
  /** No more faults: everything must arrive. */
  settle() {
    if (!this.box.online) this.connect()
    for (let round = 0; round < 200 && outbox.pendingSamples(this.box) > 0 && !this.lost; round++) {
      this.send()
      while (this.wire.length) this.deliver(0)
      while (this.answers.length) this.hear(0)
      this.wait(1_000)
    }
  }
}

const pick = fc.oneof(fc.constant(0), fc.nat(60))
const step = stepsOf<World>(
  [5, 'speak', fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: FRAME })],
  [4, 'send'],
  [4, 'deliver', pick],
  [4, 'hear', pick],
  [1, 'lose', fc.nat(60)],
  [1, 'mute', fc.nat(60)],
  [1, 'cut'],
  [1, 'connect'],
  [2, 'wait', fc.integer({ min: 100, max: 6_000 })],
)

const schedule = (letGo: 'stored' | 'sent') =>
  fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
    const world = new World(letGo)
    for (const one of steps) one.play(world)
    world.settle()
    expect(world.lost).toBe(false)
    for (const [take, samples] of world.spoken) expect(world.room.stored.get(take)).toEqual(samples)
    expect(outbox.pendingSamples(world.box)).toBe(0)
    expect(world.queue).toEqual([])
  })

test('[OB1] all audio is stored once and in order, although the network loses, reorders, repeats or cuts it', () => {
  fc.assert(schedule('stored'), { numRuns: 3_000 })
})

test('[OB1] the property finds a queue that deletes a frame when it is sent', () => {
  expect(() => fc.assert(schedule('sent'), { numRuns: 3_000 })).toThrow()
})

test('[OB2] the window limits unacknowledged frames, and each answer opens it again', () => {
  const world = new World('stored')
  world.connect()
  for (let i = 0; i < 100; i++) world.speak(1, FRAME)
  world.send()
  expect(world.wire).toHaveLength(outbox.WINDOW_FRAMES)
  for (let i = 0; i < 10; i++) world.deliver(0)
  while (world.answers.length) world.hear(0)
  world.send()
  expect(world.wire).toHaveLength(outbox.WINDOW_FRAMES)
})

test('[OB3] sends a missing frame again once, not for every answer to the frames after it', () => {
  const world = new World('stored')
  world.connect()
  for (let i = 0; i < 8; i++) world.speak(1, FRAME)
  world.send()
  world.wire.shift()
  while (world.wire.length) world.deliver(0)
  let again = 0
  while (world.answers.length) {
    world.hear(0)
    world.send()
    again = Math.max(again, world.wire.length)
  }
  expect(again).toBe(8)
  expect(world.box.takes[0]?.stored).toBe(0)
})

test('[OB4] does not take progress of the transcription for a hole', () => {
  let box = outbox.connect(outbox.emptyOutbox, [{ take: 1, stored: 0, transcribed: 0 }])
  box = outbox.markSent(outbox.addFrame(box, 1, 8), 1, 8, 0)
  box = outbox.acknowledge(box, { take: 1, stored: 0, transcribed: 0.5 }, 10)
  expect(outbox.nextToSend(box)).toBeNull()
  expect(box.takes[0]).toMatchObject({ sent: 8, flight: [8] })
})

test('[OB5] abandons a socket after five seconds without progress while frames are unacknowledged', () => {
  const idle = outbox.connect(outbox.emptyOutbox, [])
  expect(outbox.isOverdue(idle, 1e9)).toBe(false)
  let box = outbox.addFrame(idle, 1, 8)
  box = outbox.markSent(box, 1, 4, 1_000)
  box = outbox.markSent(box, 1, 8, 2_000)
  expect(outbox.isOverdue(box, 5_999)).toBe(false)
  expect(outbox.isOverdue(box, 6_000)).toBe(true)
  box = outbox.acknowledge(box, { take: 1, stored: 4, transcribed: 0 }, 5_500)
  expect(outbox.isOverdue(box, 10_499)).toBe(false)
  expect(outbox.isOverdue(box, 10_500)).toBe(true)
  box = outbox.acknowledge(box, { take: 1, stored: 8, transcribed: 0 }, 10_500)
  expect(outbox.isOverdue(box, 1e9)).toBe(false)
})

test('[OB6] after a reload, recording continues after the audio that the room has stored', () => {
  const box = outbox.connect(outbox.emptyOutbox, [{ take: 2, stored: 9_000, transcribed: 8_000 }])
  expect(outbox.takeOf(box, 2)).toMatchObject({ put: 9_000, stored: 9_000, sent: 9_000 })
  expect(outbox.nextToSend(outbox.addFrame(box, 2, 13_000))).toEqual({ take: 2, from: 9_000 })
})

test('[OB7] announces only takes of this device; audio that was given up is not sent', () => {
  const others = { take: 1, stored: 9, transcribed: 0 }
  const online = outbox.connect(outbox.emptyOutbox, [others])
  expect(outbox.ownTakes(online)).toEqual([])
  // Assigned and still empty: the room waits for that report too.
  const claimed = outbox.addFrame(online, 2, 0)
  expect(outbox.ownTakes(claimed)).toEqual([{ take: 2, samples: 0 }])
  const spoken = outbox.addFrame(claimed, 2, 3 * FRAME)
  const again = outbox.connect(outbox.disconnect(spoken), [others, { take: 2, stored: FRAME, transcribed: 0 }])
  expect(outbox.ownTakes(again)).toEqual([{ take: 2, samples: 3 * FRAME }])
  expect(outbox.pendingSamples(again)).toBe(2 * FRAME)
  const over = outbox.giveUp(again)
  expect([outbox.pendingSamples(over), outbox.nextToSend(over)]).toEqual([0, null])
})

test('[OB8] a restored take is pending from its first sample in the queue until the room reports its own position', () => {
  const { connect, emptyOutbox, nextToSend, ownTakes, pendingSamples, restoreTake } = outbox
  const box = restoreTake(restoreTake(emptyOutbox, 1, 8_000, 20_000), 2, 4_000, 4_000)
  expect(pendingSamples(box)).toBe(12_000)
  expect(ownTakes(box)).toEqual([
    { take: 1, samples: 20_000 },
    { take: 2, samples: 4_000 },
  ])
  // The first frames of take 1 are neither in the queue nor in the room; the room does not report take 2.
  const online = connect(box, [{ take: 1, stored: 4_000, transcribed: 0 }])
  expect([pendingSamples(online), nextToSend(online)]).toEqual([16_000, { take: 1, from: 4_000 }])
  expect(nextToSend(online, (take) => take !== 1)).toBe(null)
  expect(pendingSamples(restoreTake(online, 1, 12_000, 24_000))).toBe(20_000)
})

test('[OB7] lists the last takes that fit in a message, marked as partial', () => {
  const take = (i: number) => ({ take: 0xffff - 1_000 + i, samples: SAMPLE_MAX, open: true as const })
  const takes = (count: number) => Array.from({ length: count }, (_, i) => take(i))
  expect(outbox.listTakes(takes(MOST_TAKES))).toEqual({ takes: takes(MOST_TAKES) })
  expect(outbox.listTakes([], true)).toEqual({ takes: [], partial: true })
  const most = outbox.listTakes(takes(1_000))
  expect([most.takes.length, most.takes.at(-1), most.partial]).toEqual([MOST_TAKES, take(999), true])
  const { takes: holds, partial } = most
  for (const message of [
    { type: 'finish', ...most, accept_gap: false },
    { type: 'hello', version: 1, since: 0xffff_ffff, screen: 'x'.repeat(64), holds, partial },
  ]) {
    expect(clientMessage.safeParse(message).success).toBe(true)
    expect(JSON.stringify(message).length).toBeLessThan(TEXT_FRAME_MAX_BYTES)
  }
})
