import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_MAX } from '../consultation/frame.ts'
import { clientMessage, MOST_TAKES, TEXT_FRAME_MAX_BYTES } from '../consultation/protocol.ts'
import * as outbox from './outbox.ts'

const FRAME = 4

/** The room of the model: stores per take what continues it, answers every frame with how far it got. */
class Room {
  readonly stored = new Map<number, number[]>()
  receive(take: number, at: number, samples: number[]) {
    const kept = this.stored.get(take) ?? []
    if (at <= kept.length) kept.push(...samples.slice(kept.length - at))
    this.stored.set(take, kept)
    return { take, stored: kept.length, transcribed: 0 }
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
    this.box = outbox.put(this.box, take, all.length)
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
      this.box = outbox.sent(this.box, take, end, this.now)
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
    this.box = outbox.acknowledged(this.box, answer, this.now)
    this.forget(answer.take, outbox.takeOf(this.box, answer.take).stored)
  }
  forget(take: number, end: number) {
    this.queue = this.queue.filter((one) => one.take !== take || one.at + one.samples.length > end)
  }
  cut() {
    this.wire = []
    this.answers = []
    this.box = outbox.disconnected(this.box)
  }
  connect() {
    this.cut()
    this.box = outbox.connected(
      this.box,
      [...this.room.stored].map(([take, samples]) => ({ take, stored: samples.length, transcribed: 0 })),
    )
    for (const one of this.box.takes) this.forget(one.take, one.stored)
  }
  /** Time passes; a socket without progress is dropped and opened again. */
  wait(ms: number) {
    this.now += ms
    if (outbox.overdue(this.box, this.now)) this.connect()
  }
  /** No more faults: everything must arrive. */
  settle() {
    if (!this.box.online) this.connect()
    for (let round = 0; round < 200 && outbox.waiting(this.box) > 0 && !this.lost; round++) {
      this.send()
      while (this.wire.length) this.deliver(0)
      while (this.answers.length) this.hear(0)
      this.wait(1_000)
    }
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('speak' as const),
      take: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 1, max: FRAME }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('deliver' as const, 'hear' as const),
      pick: fc.oneof(fc.constant(0), fc.nat(60)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'mute' as const), pick: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'connect' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 100, max: 6_000 }) }) },
)

const schedule = (letGo: 'stored' | 'sent') =>
  fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
    const world = new World(letGo)
    for (const one of steps) {
      if (one.do === 'speak') world.speak(one.take, one.count)
      else if (one.do === 'send') world.send()
      else if (one.do === 'deliver') world.deliver(one.pick)
      else if (one.do === 'hear') world.hear(one.pick)
      else if (one.do === 'lose') world.wire.splice(one.pick, 1)
      else if (one.do === 'mute') world.answers.splice(one.pick, 1)
      else if (one.do === 'cut') world.cut()
      else if (one.do === 'wait') world.wait(one.ms)
      else world.connect()
    }
    world.settle()
    expect(world.lost).toBe(false)
    for (const [take, samples] of world.spoken) expect(world.room.stored.get(take)).toEqual(samples)
    expect(outbox.waiting(world.box)).toBe(0)
    expect(world.queue).toEqual([])
  })

test('[OB1] whatever the wire loses, reorders, repeats or cuts, all audio is stored once and in order', () => {
  fc.assert(schedule('stored'), { numRuns: 3_000 })
})

test('[OB1] known bad: a queue that lets go of a frame when it is sent is caught', () => {
  expect(() => fc.assert(schedule('sent'), { numRuns: 3_000 })).toThrow()
})

test('[OB2] the window bounds what is under way, and each answer opens it again', () => {
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

test('[OB3] a hole is sent again once, not once for every answer to the frames behind it', () => {
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

test('[OB4] progress of the transcription is no hole', () => {
  let box = outbox.connected(outbox.emptyOutbox, [{ take: 1, stored: 0, transcribed: 0 }])
  box = outbox.sent(outbox.put(box, 1, 8), 1, 8, 0)
  box = outbox.acknowledged(box, { take: 1, stored: 0, transcribed: 0.5 }, 10)
  expect(outbox.nextToSend(box)).toBeNull()
  expect(box.takes[0]).toMatchObject({ sent: 8, flight: [8] })
})

test('[OB5] five seconds without progress while frames are under way: the socket is given up', () => {
  const idle = outbox.connected(outbox.emptyOutbox, [])
  expect(outbox.overdue(idle, 1e9)).toBe(false)
  let box = outbox.put(idle, 1, 8)
  box = outbox.sent(box, 1, 4, 1_000)
  box = outbox.sent(box, 1, 8, 2_000)
  expect(outbox.overdue(box, 5_999)).toBe(false)
  expect(outbox.overdue(box, 6_000)).toBe(true)
  box = outbox.acknowledged(box, { take: 1, stored: 4, transcribed: 0 }, 5_500)
  expect(outbox.overdue(box, 10_499)).toBe(false)
  expect(outbox.overdue(box, 10_500)).toBe(true)
  box = outbox.acknowledged(box, { take: 1, stored: 8, transcribed: 0 }, 10_500)
  expect(outbox.overdue(box, 1e9)).toBe(false)
})

test('[OB6] after a reload the room may be further than we know: recording goes on behind what it has', () => {
  const box = outbox.connected(outbox.emptyOutbox, [{ take: 2, stored: 9_000, transcribed: 8_000 }])
  expect(outbox.takeOf(box, 2)).toMatchObject({ put: 9_000, stored: 9_000, sent: 9_000 })
  expect(outbox.nextToSend(outbox.put(box, 2, 13_000))).toEqual({ take: 2, from: 9_000 })
})

test('[OB7] only takes of this device are announced; what is given up is no longer sent', () => {
  const others = { take: 1, stored: 9, transcribed: 0 }
  const greeted = outbox.connected(outbox.emptyOutbox, [others])
  expect(outbox.recorded(greeted)).toEqual([])
  // Handed out, and nothing said yet: the room waits to hear even that.
  const claimed = outbox.put(greeted, 2, 0)
  expect(outbox.recorded(claimed)).toEqual([{ take: 2, samples: 0 }])
  const spoken = outbox.put(claimed, 2, 3 * FRAME)
  const again = outbox.connected(outbox.disconnected(spoken), [others, { take: 2, stored: FRAME, transcribed: 0 }])
  expect(outbox.recorded(again)).toEqual([{ take: 2, samples: 3 * FRAME }])
  expect(outbox.waiting(again)).toBe(2 * FRAME)
  const over = outbox.givenUp(again)
  expect([outbox.waiting(over), outbox.nextToSend(over)]).toEqual([0, null])
})

test('[OB8] before the room has told, a restored take waits from where its audio begins; then the word of the room counts', () => {
  const { connected, emptyOutbox, nextToSend, recorded, restored, waiting } = outbox
  const box = restored(restored(emptyOutbox, 1, 8_000, 20_000), 2, 4_000, 4_000)
  expect(waiting(box)).toBe(12_000)
  expect(recorded(box)).toEqual([
    { take: 1, samples: 20_000 },
    { take: 2, samples: 4_000 },
  ])
  // The first frames of take 1 are gone from the queue, and the room has them not; of take 2 it does not speak at all.
  const told = connected(box, [{ take: 1, stored: 4_000, transcribed: 0 }])
  expect([waiting(told), nextToSend(told)]).toEqual([16_000, { take: 1, from: 4_000 }])
  expect(nextToSend(told, (take) => take !== 1)).toBe(null)
  expect(waiting(restored(told, 1, 12_000, 24_000))).toBe(20_000)
})

test('[OB7] more takes than a message holds: the last ones, and it is said that there are more', () => {
  const take = (i: number) => ({ take: 0xffff - 1_000 + i, samples: SAMPLE_MAX, open: true as const })
  const takes = (count: number) => Array.from({ length: count }, (_, i) => take(i))
  expect(outbox.listed(takes(MOST_TAKES))).toEqual({ takes: takes(MOST_TAKES) })
  expect(outbox.listed([], true)).toEqual({ takes: [], partial: true })
  const most = outbox.listed(takes(1_000))
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
