import type { Mark } from '#app/features/recording/screen/reload.ts'
import { FRAME_MS } from '#domain/consultation/frame.ts'
import type { PageSettings } from '#tests/testkit/device/app-page.ts'
import { Disk } from '#tests/testkit/device/disk.ts'
import { History } from '#tests/testkit/device/history.ts'
import { DeviceLocks } from '#tests/testkit/device/locks.ts'
import { Page } from '#tests/testkit/device/page.ts'
import { numberIn, spoken } from '#tests/testkit/engine/engine.ts'
import { Track } from '../recogniser.ts'
import type { Consultation } from './consultation.ts'
import { skews } from './globals.ts'
import { Network } from './network.ts'

/** Shorter than this is no sleep (the worklet's own bound). */
const SLEPT_MS = 2_000

const frames = new Map<number, Int16Array>()
const frameOf = (word: number): Int16Array => {
  const frame = frames.get(word) ?? spoken(word)
  frames.set(word, frame)
  return frame
}

/** A device of the simulated world: it speaks whenever its page captures. */
export class Device {
  readonly disk = new Disk()
  readonly network: Network
  readonly name: string
  readonly #locks = new DeviceLocks()
  readonly #room: Consultation
  page!: Page
  /** The page that is open instead of the consultation. */
  #history: History | null = null
  #life: object = {}
  /** The sound that the open page records. */
  #track = new Track(this.#life)
  #wakesAt = 0
  skewMs = 0

  constructor(room: Consultation, name: string) {
    this.#room = room
    this.name = name
    this.network = new Network(`${name}.device`, room.world, room.host)
    this.open()
    this.#speak()
  }

  /** The page's code runs as its own life, and ends with it. */
  as(work: (page: Page) => void): void {
    const { world } = this.#room
    const rest = this.#wakesAt - world.now
    if (rest > 0) world.after(rest, () => this.as(work), null)
    else world.as(this.#life, () => work(this.page))
  }

  /** The lid is closed: nothing runs, no audio arrives; a clock may be wrong when it opens. */
  sleep(ms: number, jump: number): void {
    const { world } = this.#room
    if (ms <= SLEPT_MS || this.#wakesAt > world.now) return
    this.#wakesAt = world.now + ms
    world.sleep(this.#life, ms)
    this.skewMs += jump
    skews.set(this.#life, this.skewMs)
    if (!this.page.capturing) return
    const life = this.#life
    // The audio thread runs first: a doctor cannot press a button within 3 ms.
    world.after(
      ms,
      () => {
        if (life !== this.#life) return
        const sleepGap = this.page.slept(ms + Math.max(0, jump))
        if (sleepGap) this.#room.slept.push({ ...sleepGap, ms, jumped: jump !== 0, lateMs: this.network.slowestMs })
      },
      life,
    )
  }

  open(reopened: Mark | null = null): void {
    this.#begin(() => {
      this.page = new Page({ ...this.#settings(), reopened })
      if (this.#room.variant === 'forgets-on-send') this.#forgetOnSend()
    })
  }
  #begin(work: () => void): void {
    this.#life = {}
    this.#track = new Track(this.#life)
    skews.set(this.#life, this.skewMs)
    this.#room.world.as(this.#life, work)
  }
  #settings(): PageSettings {
    const { world, id } = this.#room
    const track = this.#track
    return {
      consultationId: id,
      host: `${this.name}.device`,
      disk: this.disk,
      working: () => world.pause(world.between(1, 20)),
      locks: this.#locks,
      captured: ({ take, at, samples }) =>
        this.#room.recorded.push({ device: this, take, at, word: numberIn(samples) }),
      after: (ms, callback) => world.after(ms, callback),
      track: track as unknown as MediaStreamTrack,
      onRun: () => track.begin(world.now),
    }
  }
  /** Without a network the device opens the page, and it goes on with its take. */
  crash(): void {
    const reopened = this.network.mood === 'cut' && !this.#history ? this.page.mark : null
    this.network.abandon(this.#life)
    this.#die((page) => page.crash())
    this.open(reopened)
  }
  reload(): void {
    this.#die((page) => page.leave())
    this.open()
  }
  #die(end: (page: Page) => void): void {
    this.#wakesAt = 0
    this.#room.noteUnkept(this)
    this.as(end)
    this.#history?.crash()
    this.#history = null
    this.#room.world.die(this.#life)
  }

  /** The page dies, and the doctor opens another one of the app. */
  openHistory(): void {
    if (this.#history) return
    this.network.abandon(this.#life)
    this.#die((page) => page.crash())
    this.#begin(() => {
      this.#history = new History(this.#settings())
    })
  }
  closeHistory(): void {
    if (this.#history) this.reload()
  }
  /** No page of it is in the consultation. */
  get isAway(): boolean {
    return this.#history !== null
  }
  /** All that a dead page left was sent from there. */
  get wasEmptied(): boolean {
    return this.#history?.hadWork === true
  }
  get isSending(): boolean {
    return this.#history ? this.#history.isSending : this.page.waiting > 0
  }

  /** Known bad: what is on the wire is as good as stored. */
  #forgetOnSend(): void {
    this.network.mangle = (frame) => {
      const view = new DataView(frame)
      const [take, end] = [view.getUint16(2, true), view.getUint32(4, true) + (frame.byteLength - 8) / 2]
      this.as((page) => void page.queue.acknowledged(take, end))
      return [frame]
    }
  }

  #speak(): void {
    this.#room.world.after(FRAME_MS, () => this.#speak(), null)
    if (this.#wakesAt > this.#room.world.now) return
    if (this.#room.isSilent || !this.page.capturing) return
    const { variant } = this.#room
    if (this.#room.revokedBy === this) this.#room.untruths.add('the microphone goes on after consent was taken back')
    const frame = frameOf(this.#room.nextWord())
    if (variant === 'drops-while-disconnected' && this.page.view.connection !== 'connected') {
      this.#room.recorded.push({ device: this, take: 0, at: 0, word: numberIn(frame) })
      return
    }
    this.as((page) => {
      page.hear(frame)
      this.#track.hear(numberIn(frame), this.#room.world.now)
    })
    const { untruth } = this.page
    if (untruth) this.#room.untruths.add(untruth)
  }
}
