import type { QueuedFrame } from '#app/lib/device/frames.ts'
import { encodeFrame, FRAME_SAMPLES, msOf } from '#domain/consultation/frame.ts'
import type { TakeLength, TakeProgress } from '#domain/consultation/protocol.ts'
import * as outbox from '#domain/recorder/outbox.ts'
import type { DeviceQueue } from '../device/device-queue.ts'
import type { RoomSocket } from './room-socket.ts'

/** Shortest interval between count updates on screen. */
const REPORT_EVERY_MS = 100

/** One page at a time sends a take. The browser frees the lock when the page ends or crashes. */
export type TakeLocks = {
  /** Calls `granted` once this page may send the take. Returns a function that releases the lock or stops waiting. */
  claim(take: number, granted: () => void): () => void
}

/** Grants at once: no Web Locks in tests and insecure pages. */
const noLocks: TakeLocks = {
  claim(_, granted) {
    granted()
    return () => undefined
  },
}

/** Returns the locks of a consultation's takes. */
export function takeLocks(consultationId: string): TakeLocks {
  const manager = globalThis.navigator?.locks
  if (!manager) return noLocks
  return {
    claim(take, granted) {
      const waiting = new AbortController()
      let release: () => void = () => undefined
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      manager
        .request(`relato-take:${consultationId}:${take}`, { signal: waiting.signal }, () => {
          granted()
          return untilReleased
        })
        .catch(() => undefined)
      return () => {
        release()
        waiting.abort()
      }
    },
  }
}

type SenderOptions = {
  /** The count of pending samples changed. */
  onChange?: () => void
  /** Recorded audio was lost on this device; called before silence is sent in its place. */
  onLost?: (gap: { take: number; at: number; ms: number }) => void
  locks?: TakeLocks
  /** Asked before each frame: true while no audio may be sent. */
  isWithheld?: () => boolean
  /** This page has claimed another take. */
  onTake?: () => void
  /** A recorded frame is in the device queue. */
  onPut?: () => void
  /** Monotonic clock in ms. */
  now?: () => number
}

/** Moves frames from the device queue to the room. Stores no audio: knows positions and asks the queue. */
export class Sender {
  #box = outbox.emptyOutbox
  /** Counts connections and rewinds; a result awaited across a change is not sent. */
  #epoch = 0
  #pumping = false
  #closed = false
  /** Takes this page has locked or is waiting to lock, with the function that releases each lock. */
  #claims = new Map<number, () => void>()
  #granted = new Set<number>()
  /** Claimed takes that wait for a readable disk. */
  #unread = new Set<number>()
  /** Takes of closed pages: no page records into them. */
  #left = new Set<number>()
  /** Frames being written to the queue. */
  #writing = new Map<number, number>()
  #reportedHoles = new Set<string>()
  #lastReport = { at: Number.NEGATIVE_INFINITY, waiting: 0, late: false }
  readonly #queue: DeviceQueue
  readonly #socket: Pick<RoomSocket, 'send' | 'renew'>
  readonly #options: SenderOptions
  readonly #now: () => number
  readonly #unsubscribe: () => void

  constructor(queue: DeviceQueue, socket: Pick<RoomSocket, 'send' | 'renew'>, options: SenderOptions = {}) {
    this.#queue = queue
    this.#socket = socket
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    // A disk that opens late may hold unknown takes.
    this.#unsubscribe = queue.onHealth(() => void this.restore())
  }

  /** Claims the stored takes; each is sent once no other page holds it. */
  async restore(): Promise<void> {
    const [lengths, waiting] = await Promise.all([this.#queue.takeLengths(), this.#queue.takes()])
    // Takes in memory need no readable disk.
    for (const { take } of [...(lengths ?? []), ...waiting]) this.#claim(take)
  }

  /** Releases its takes: another page or screen may send them. */
  close(): void {
    this.#closed = true
    this.#unsubscribe()
    for (const giveUp of this.#claims.values()) giveUp()
    this.#claims.clear()
    this.#granted.clear()
    this.#unread.clear()
  }

  /** Returns the position in the take where the next recorded sample belongs, in samples. */
  end(take: number): number {
    return outbox.takeOf(this.#box, take).put
  }

  /** Returns the length of a closed page's take, in samples, once the room has stored all of it; null before. */
  endOfLeft(take: number): number | null {
    const { put, stored } = outbox.takeOf(this.#box, take)
    return this.#box.online && this.#left.has(take) && put === stored ? stored : null
  }

  /** Samples on this device that the room has not stored. */
  get waiting(): number {
    return outbox.pendingSamples(this.#box)
  }

  /** Length of all takes of all recorders, in samples. */
  get samples(): number {
    return this.#box.takes.reduce((sum, one) => sum + one.put, 0)
  }

  /** Returns the length of each take of this device, in samples, audio of this moment included. */
  recorded(): TakeLength[] {
    return outbox.ownTakes(this.#box)
  }

  /** Takes locked by this page, which alone knows their length. */
  get takes(): number[] {
    return [...this.#granted].sort((a, b) => a - b)
  }

  /** Returns take lengths for the room; a take of another page may be longer than this page can read. */
  stated(lengths: readonly TakeLength[]): TakeLength[] {
    return lengths.map((one) => (this.#granted.has(one.take) ? one : { ...one, open: true }))
  }

  /** Whether this page sends audio of this consultation. */
  get sends(): boolean {
    return this.#granted.size > 0
  }

  /** The room assigned this take to this page. */
  claimed(take: number): void {
    this.#left.delete(take)
    if (outbox.takeOf(this.#box, take).own) return
    this.#set(outbox.addFrame(this.#box, take, 0))
    void this.#queue.begin(take)
    this.#claim(take)
  }

  /** Pending audio of one take, or of all, is no longer sent. */
  giveUp(take?: number): void {
    this.#epoch++
    if (take === undefined) this.#left.clear()
    else this.#left.delete(take)
    this.#set(outbox.giveUp(this.#box, take))
  }

  /** The patient withdrew: deletes pending audio of one take or of all. Returns how much. */
  async discard(take?: number): Promise<TakeLength[]> {
    this.giveUp(take)
    return this.#queue.discard(take)
  }

  /** Deletes pending audio of takes that were withdrawn while this device was away. */
  async discardWithdrawn(progress: readonly TakeProgress[]): Promise<{ take: number; at: number; ms: number }[]> {
    const discarded: { take: number; at: number; ms: number }[] = []
    for (const { take, stored, withdrawn } of progress) {
      if (!withdrawn) continue
      for (const { samples } of await this.discard(take)) discarded.push({ take, at: stored, ms: msOf(samples) })
    }
    return discarded
  }

  /**
   * Stores a frame and sends it once stored. The position advances at once to keep frames in order. Rejects when the
   * device cannot store it: the frame is lost.
   */
  async put(take: number, samples: Int16Array): Promise<void> {
    const frame: QueuedFrame = { take, at: this.end(take), samples }
    this.#set(outbox.addFrame(this.#box, take, frame.at + samples.length))
    this.#claim(take)
    this.#count(take, 1)
    try {
      await this.#queue.put(frame)
    } finally {
      this.#count(take, -1)
    }
    void this.#pump()
    this.#options.onPut?.()
  }

  /** The room has reported what it has stored: sends the rest. */
  async connected(progress: readonly TakeProgress[]): Promise<void> {
    this.#epoch++
    this.#set(outbox.connect(this.#box, progress))
    for (const { take, stored } of this.#box.takes) void this.#queue.acknowledged(take, stored)
    void this.#pump()
  }

  disconnected(): void {
    this.#epoch++
    this.#set(outbox.disconnect(this.#box))
  }

  async acknowledged(progress: TakeProgress): Promise<void> {
    const before = outbox.takeOf(this.#box, progress.take)
    this.#set(outbox.acknowledge(this.#box, progress, this.#now()))
    const after = outbox.takeOf(this.#box, progress.take)
    if (after.sent < before.sent) this.#epoch++
    // Do not await the deletion: the next frames can be sent already.
    if (after.stored > before.stored) void this.#queue.acknowledged(progress.take, after.stored)
    void this.#pump()
  }

  /** Called each second: renews a socket that takes frames without acknowledging them. */
  tick(): void {
    if (this.#lastReport.late) this.#report()
    for (const take of this.#unread) void this.#restoreTake(take)
    if (outbox.isOverdue(this.#box, this.#now())) this.#socket.renew('no acknowledgement')
    else void this.#pump()
  }

  #claim(take: number): void {
    if (this.#closed || this.#claims.has(take)) return
    // Set before the lock is requested: it may be granted at once.
    this.#claims.set(take, () => undefined)
    const giveUp = (this.#options.locks ?? noLocks).claim(take, () => void this.#restoreTake(take))
    this.#claims.set(take, giveUp)
  }

  /** Takes over a take; the page that had it may have recorded more. */
  async #restoreTake(take: number): Promise<void> {
    if (this.#closed) return
    const [lengths, waiting] = await Promise.all([this.#queue.takeLengths(), this.#queue.takes()])
    const here = waiting.find((one) => one.take === take)
    // Our own take needs no disk; another page's frames may be on a disk that is unreadable now.
    if (!lengths && !here && !outbox.takeOf(this.#box, take).own) return void this.#unread.add(take)
    this.#unread.delete(take)
    const end = lengths?.find((one) => one.take === take)?.samples ?? here?.end ?? 0
    const from = here?.from ?? end
    if (this.#closed) return
    this.#granted.add(take)
    const { stored, own } = outbox.takeOf(this.#box, take)
    if (!own) this.#left.add(take)
    this.#set(outbox.restoreTake(this.#box, take, from, end))
    // Another page sent some of it after the room's last report: without a new report that looks like a hole.
    if (this.#box.online && stored < from) this.#socket.renew('take taken up')
    else void this.#pump()
    this.#options.onTake?.()
  }

  #set(next: outbox.Outbox): void {
    this.#box = next
    const { waiting } = this
    const begins = waiting > 0 !== this.#lastReport.waiting > 0
    if (begins || this.#now() - this.#lastReport.at >= REPORT_EVERY_MS) this.#report()
    else this.#lastReport.late = true
  }

  #report(): void {
    this.#lastReport = { at: this.#now(), waiting: this.waiting, late: false }
    this.#options.onChange?.()
  }

  #count(take: number, by: 1 | -1): void {
    this.#writing.set(take, (this.#writing.get(take) ?? 0) + by)
  }

  async #pump(): Promise<void> {
    if (this.#pumping || this.#closed) return
    this.#pumping = true
    try {
      const may = (take: number) => this.#granted.has(take)
      for (let next = outbox.nextToSend(this.#box, may); next; next = outbox.nextToSend(this.#box, may)) {
        const epoch = this.#epoch
        const samples = await this.#samplesAt(next.take, next.from)
        if (epoch !== this.#epoch) continue
        if (!samples || this.#closed || this.#options.isWithheld?.()) return
        if (!this.#socket.send(encodeFrame(next.take, next.from, samples))) return
        this.#set(outbox.markSent(this.#box, next.take, next.from + samples.length, this.#now()))
      }
    } finally {
      this.#pumping = false
    }
  }

  /** Null: counted but not yet in the queue, whose put() pumps again, or unreadable now. */
  async #samplesAt(take: number, from: number): Promise<Int16Array | null> {
    const frame = await this.#queue.pending(take, from)
    if (frame && frame.at <= from) return frame.samples.subarray(from - frame.at)
    if (this.#writing.get(take)) return null
    const epoch = this.#epoch
    const hole = await this.#queue.hole(take, from)
    if (!hole || epoch !== this.#epoch) return null
    const length = Math.min(hole.end, this.end(take)) - from
    if (length <= 0) return null
    this.#reportHole(take, from, length)
    return new Int16Array(Math.min(length, FRAME_SAMPLES))
  }

  /** Reports each hole once, not once per frame or connection. */
  #reportHole(take: number, at: number, length: number): void {
    const key = `${take} ${at + length}`
    if (this.#reportedHoles.has(key)) return
    this.#reportedHoles.add(key)
    this.#options.onLost?.({ take, at, ms: msOf(length) })
  }
}
