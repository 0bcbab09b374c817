import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '#tests/testkit/steps.ts'
import { transition } from './consultation.ts'
import { openRoom, type RoomEvent, type RoomState, restored, saved } from './state.ts'

// Random schedules against the machine and a disk that keeps only what was written. The device believes
// acknowledgements: what they cover leaves its queue, so one that was not stored would be audio lost for good.

const START = 1_000_000
const FRAME = 4
type Frame = { take: number; at: number; samples: number[] }
const pcmOf = (samples: readonly number[]) => new Uint8Array(Uint16Array.from(samples).buffer)
const samplesOf = (pcm: Uint8Array) => new Uint16Array(pcm.slice().buffer)

class World {
  disk = { state: '', frames: new Map<number, number[]>() }
  state: RoomState = openRoom(START, START, { state: 'accepted', at: START })
  now = START
  /** Samples that the devices recorded; `held` is where their unacknowledged part begins. */
  spoken = new Map<number, number[]>()
  held = new Map<number, number>()
  wire: Frame[] = []
  sockets = new Set(['one', 'two'])
  stopped = new Set<number>()
  /** Which device recorded a take, and the name of the page it shows now: a reload has another. */
  owner = new Map<number, string>()
  page = new Map([
    ['one', 'one'],
    ['two', 'two'],
  ])
  /** A host that acknowledges at once and writes later loses the difference in an eviction. */
  unwritten: (() => void)[] = []
  readonly writesLater: boolean

  constructor(writesLater: boolean) {
    this.writesLater = writesLater
    this.write(() => {
      this.disk.state = saved(this.state)
    })
    for (const write of this.unwritten.splice(0)) write()
  }

  write(write: () => void) {
    if (this.writesLater) this.unwritten.push(write)
    else write()
  }

  tell(event: RoomEvent) {
    this.now += 10
    const { state, effects } = transition(this.state, event, this.now)
    this.state = state
    for (const effect of effects) {
      if (effect.do === 'store') {
        const { take, at, pcm } = effect.frame
        this.write(() => {
          const before = this.disk.frames.get(take) ?? []
          expect(at).toBe(before.length)
          this.disk.frames.set(take, [...before, ...samplesOf(pcm)])
        })
      } else if (effect.do === 'save') {
        const text = saved(this.state)
        this.write(() => {
          this.disk.state = text
        })
      } else if (effect.do === 'send' && effect.message.type === 'audio_ack') {
        const { take, stored } = effect.message
        this.held.set(take, Math.max(this.held.get(take) ?? 0, stored))
      } else if (effect.do === 'check_voice') this.tell({ type: 'voice', spans: [] })
      else if (effect.do === 'flush') this.complete()
    }
  }

  event(who: string) {
    const page = this.page.get(who) ?? who
    return { socket: page, session: `session of ${page}`, screen: page }
  }
  start(who: string, takeOver: boolean) {
    if (takeOver) this.tell({ type: 'take_over', ...this.event(who) })
    else this.tell({ type: 'toggle_transcription', ...this.event(who), action: 'start' })
    const lease = this.state.phase === 'active' ? this.state.recorder : null
    if (lease && !this.owner.has(lease.take)) this.owner.set(lease.take, who)
  }
  own(who: string) {
    return [...this.owner]
      .filter(([, owner]) => owner === who)
      .map(([take]) => ({ take, samples: this.spoken.get(take)?.length ?? 0 }))
  }
  /** Stops once the room has stored everything on the device. */
  stop(who: string) {
    if (this.own(who).some(({ take, samples }) => (this.held.get(take) ?? 0) < samples)) return
    this.tell({ type: 'toggle_transcription', ...this.event(who), action: 'stop' })
    if (this.state.phase === 'active') for (const { take } of this.own(who)) this.stopped.add(take)
  }
  return(who: string, reloaded: boolean) {
    this.sockets.delete(this.event(who).socket)
    this.tell({ type: 'closed', socket: this.event(who).socket, screens: 1 })
    if (reloaded) {
      this.page.set(who, `${this.page.get(who)}'`)
      // A page that is gone records no more into its take.
      for (const { take } of this.own(who)) this.stopped.add(take)
    }
    this.sockets.add(this.event(who).socket)
    this.tell({ type: 'hello', ...this.event(who), version: 1, since: 0, holds: this.own(who) })
  }
  speak(pick: number, count: number) {
    if (this.state.phase !== 'active' || this.state.takes.length === 0) return
    const take = this.state.takes[pick % this.state.takes.length]?.take ?? 1
    if (this.stopped.has(take)) return
    const all = this.spoken.get(take) ?? []
    for (let i = 0; i < count; i++) all.push(take * 1_000 + all.length)
    this.spoken.set(take, all)
  }
  /** Puts frames of what a device still holds on the wire. */
  send(pick: number, frames: number) {
    const takes = [...this.spoken.keys()]
    const take = takes[pick % Math.max(1, takes.length)]
    if (take === undefined) return
    const all = this.spoken.get(take) ?? []
    let at = this.held.get(take) ?? 0
    for (let i = 0; i < frames && at < all.length; i++) {
      const samples = all.slice(at, at + FRAME)
      this.wire.push({ take, at, samples })
      at += samples.length
    }
  }
  deliver(pick: number, twice: boolean) {
    const at = pick % Math.max(1, this.wire.length)
    const frame = this.wire[at]
    if (!frame) return
    if (!twice) this.wire.splice(at, 1)
    const { take, at: place, samples } = frame
    this.tell({ type: 'frame', ...this.event('one'), take, at: place, pcm: pcmOf(samples) })
  }
  /** A device knows its own takes; of the others it knows any part. */
  finish(who: string, percent: number) {
    if (this.state.phase !== 'active' && this.state.phase !== 'finishing') return
    const takes = [...this.owner].map(([take, owner]) => {
      const samples = this.spoken.get(take)?.length ?? 0
      return { take, samples: owner === who ? samples : Math.floor((samples * percent) / 100) }
    })
    this.tell({ type: 'finish', ...this.event(who), takes, accept_gap: false })
  }
  get isComplete(): boolean {
    return this.state.phase === 'flushing'
  }
  /** The other promise: all that any device recorded is there when it ends. */
  complete() {
    for (const [take, all] of this.spoken) expect(this.disk.frames.get(take)).toEqual(all)
  }
  hear(pick: number) {
    if (this.state.phase !== 'active' && this.state.phase !== 'finishing') return
    const take = this.state.takes[pick % Math.max(1, this.state.takes.length)]
    if (take) this.tell({ type: 'heard', take: take.take, from: pick % (take.stored + 1), to: take.stored })
  }
  lose(pick: number) {
    this.wire.splice(pick % Math.max(1, this.wire.length), 1)
  }
  evict() {
    this.unwritten = []
    const storedOf = (take: number) => this.disk.frames.get(take)?.length ?? 0
    this.state = restored(this.disk.state, storedOf, [...this.sockets], this.now)
    this.check()
  }
  /** Checks that acknowledged audio is on the disk. */
  check() {
    for (const [take, held] of this.held) expect(this.disk.frames.get(take)?.length ?? 0).toBeGreaterThanOrEqual(held)
  }
  /** Without faults everything arrives and gets its results, so the consultation completes. */
  settle() {
    this.wire = []
    this.evict()
    if (this.isComplete) return
    for (const [take, all] of this.spoken) {
      for (let round = 0; round <= all.length && (this.held.get(take) ?? 0) < all.length; round++) {
        this.send([...this.spoken.keys()].indexOf(take), 3)
        while (this.wire.length > 0) this.deliver(0, false)
      }
      expect(this.disk.frames.get(take)).toEqual(all)
    }
    this.finish('two', 100)
    this.finish('one', 100)
    this.evict()
    for (const [take, all] of this.spoken) this.tell({ type: 'heard', take, from: 0, to: all.length })
    expect(this.isComplete).toBe(true)
  }
}

const nat = fc.nat(99)
const who = fc.constantFrom('one', 'two')
const step = stepsOf<World>(
  [1, 'start', who, fc.boolean()],
  [4, 'speak', nat, fc.integer({ min: 1, max: 9 })],
  [4, 'send', nat, fc.integer({ min: 1, max: 4 })],
  [8, 'deliver', nat, fc.boolean()],
  [1, 'hear', nat],
  [1, 'lose', nat],
  [1, 'evict'],
  [1, 'return', who, fc.boolean()],
  [1, 'stop', who],
  [1, 'finish', who, fc.nat(100)],
)

const schedule = (writesLater: boolean) =>
  fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
    const world = new World(writesLater)
    world.start('one', false)
    for (const one of steps) one.play(world)
    world.settle()
  })

test('[C3][C22] loses no acknowledged frame and acknowledges no unstored one under any wire and eviction', () => {
  fc.assert(schedule(false), { numRuns: 5_000 })
}, 60_000)

test('[C3] catches a host that acknowledges before it writes', () => {
  expect(() => fc.assert(schedule(true), { numRuns: 2_000 })).toThrow()
})
