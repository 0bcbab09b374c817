import { encodeFrame, FRAME_SAMPLES, msOf } from '#domain/consultation/frame.ts'
import type { TakeLength, TakeProgress } from '#domain/consultation/protocol.ts'
import * as outbox from '#domain/recorder/outbox.ts'
import type { DeviceQueue, QueuedFrame } from './device-queue.ts'
import type { RoomSocket } from './room-socket.ts'
import { noLocks, type TakeLocks } from './take-locks.ts'

/** How often counts may change the screen while a backlog goes up. */
const TELL_EVERY_MS = 100

export type SenderOptions = {
  /** Recorded, and lost on this device: silence goes in its place, and the room must hear why. Said before it is sent. */
  lost?: (gap: { take: number; at: number; ms: number }) => void
  locks?: TakeLocks
  /** This page has another take for itself. */
  taken?: () => void
}

/** Moves frames from the device queue to the room. Keeps no audio itself: it knows positions and asks the queue. */
export class Sender {
  #box = outbox.emptyOutbox
  /** Counts connections, rewinds and the like: what was awaited before a change is not sent after it. */
  #epoch = 0
  #pumping = false
  #closed = false
  /** Takes this page may send, or waits to: by what gives them up. */
  #claims = new Map<number, () => void>()
  #granted = new Set<number>()
  /** Ours to send, as soon as the disk can be read. */
  #unread = new Set<number>()
  /** Frames on their way into the queue. */
  #keeping = new Map<number, number>()
  #holesTold = new Set<string>()
  #told = { at: Number.NEGATIVE_INFINITY, waiting: 0, late: false }
  readonly #queue: DeviceQueue
  readonly #socket: Pick<RoomSocket, 'send' | 'renew'>
  readonly #changed: () => void
  readonly #now: () => number
  readonly #lost: NonNullable<SenderOptions['lost']>
  readonly #locks: TakeLocks
  readonly #taken: () => void
  readonly #deaf: () => void

  constructor(
    queue: DeviceQueue,
    socket: Pick<RoomSocket, 'send' | 'renew'>,
    changed: () => void,
    now: () => number,
    { lost = () => undefined, locks = noLocks, taken = () => undefined }: SenderOptions = {},
  ) {
    this.#queue = queue
    this.#socket = socket
    this.#changed = changed
    this.#now = now
    this.#lost = lost
    this.#locks = locks
    this.#taken = taken
    // A disk that is there only now may hold takes that nobody knew of.
    this.#deaf = queue.onHealth(() => void this.restore())
  }

  /** What lies in the queue from before: each take is ours to send as soon as no other page holds it. */
  async restore(): Promise<void> {
    const [held, waiting] = await Promise.all([this.#queue.held(), this.#queue.takes()])
    // What this page holds in memory needs no disk that can be read.
    for (const { take } of [...(held ?? []), ...waiting]) this.#claim(take)
  }

  /** Gives its takes back: another page, or another screen of this one, may send them. */
  close(): void {
    this.#closed = true
    this.#deaf()
    for (const giveUp of this.#claims.values()) giveUp()
    this.#claims.clear()
    this.#granted.clear()
    this.#unread.clear()
  }

  /** The position in the take where the next recorded sample belongs. */
  end(take: number): number {
    return outbox.takeOf(this.#box, take).put
  }

  get waiting(): number {
    return outbox.waiting(this.#box)
  }

  /** Of all takes, whoever recorded them. */
  get samples(): number {
    return this.#box.takes.reduce((sum, one) => sum + one.put, 0)
  }

  recorded(): TakeLength[] {
    return outbox.recorded(this.#box)
  }

  /** The takes this page has for itself: it alone knows how long they are. */
  get takes(): number[] {
    return [...this.#granted].sort((a, b) => a - b)
  }

  /** What the room is told of the device's takes: of one that another page has, only how much is known of it. */
  stated(lengths: readonly TakeLength[]): TakeLength[] {
    return lengths.map((one) => (this.#granted.has(one.take) ? one : { ...one, open: true }))
  }

  /** This page sends something of this consultation. */
  get sends(): boolean {
    return this.#granted.size > 0
  }

  /** The room handed this take to us. */
  claimed(take: number): void {
    if (outbox.takeOf(this.#box, take).own) return
    this.#set(outbox.put(this.#box, take, 0))
    void this.#queue.begin(take)
    this.#claim(take)
  }

  giveUp(take?: number): void {
    this.#epoch++
    this.#set(outbox.givenUp(this.#box, take))
  }

  /** The patient withdrew: what waits, of one take or of all, is thrown away; the answer says how much it was. */
  async discard(take?: number): Promise<TakeLength[]> {
    this.giveUp(take)
    return this.#queue.discard(take)
  }

  /** Taken back while this device was away, and accepted anew since: what waits of those takes goes nowhere. */
  async discardWithdrawn(progress: readonly TakeProgress[]): Promise<{ take: number; at: number; ms: number }[]> {
    const gone: { take: number; at: number; ms: number }[] = []
    for (const { take, stored, withdrawn } of progress) {
      if (!withdrawn) continue
      for (const { samples } of await this.discard(take)) gone.push({ take, at: stored, ms: msOf(samples) })
    }
    return gone
  }

  /** The position counts at once, so that frames keep their order; it is sent when the queue has it. */
  async put(take: number, samples: Int16Array): Promise<void> {
    const frame: QueuedFrame = { take, at: this.end(take), samples }
    this.#set(outbox.put(this.#box, take, frame.at + samples.length))
    this.#claim(take)
    this.#count(take, 1)
    try {
      await this.#queue.put(frame)
    } finally {
      this.#count(take, -1)
    }
    void this.#pump()
  }

  async connected(progress: readonly TakeProgress[]): Promise<void> {
    this.#epoch++
    this.#set(outbox.connected(this.#box, progress))
    for (const { take, stored } of this.#box.takes) void this.#queue.acknowledged(take, stored)
    void this.#pump()
  }

  disconnected(): void {
    this.#epoch++
    this.#set(outbox.disconnected(this.#box))
  }

  async acknowledged(progress: TakeProgress): Promise<void> {
    const before = outbox.takeOf(this.#box, progress.take)
    this.#set(outbox.acknowledged(this.#box, progress, this.#now()))
    const after = outbox.takeOf(this.#box, progress.take)
    if (after.sent < before.sent) this.#epoch++
    // The next frames need not wait until the disk has forgotten the last ones.
    if (after.stored > before.stored) void this.#queue.acknowledged(progress.take, after.stored)
    void this.#pump()
  }

  /** Called now and then: a socket that swallows frames is dropped, and they go up again on the next. */
  tick(): void {
    if (this.#told.late) this.#tell()
    for (const take of this.#unread) void this.#takeUp(take)
    if (outbox.overdue(this.#box, this.#now())) this.#socket.renew('no acknowledgement')
    else void this.#pump()
  }

  #claim(take: number): void {
    if (this.#closed || this.#claims.has(take)) return
    // In the map before the answer, which may come at once.
    this.#claims.set(take, () => undefined)
    const giveUp = this.#locks.claim(take, () => void this.#takeUp(take))
    this.#claims.set(take, giveUp)
  }

  /** The page that had it may have recorded on until it ended. */
  async #takeUp(take: number): Promise<void> {
    if (this.#closed) return
    const [held, waiting] = await Promise.all([this.#queue.held(), this.#queue.takes()])
    const here = waiting.find((one) => one.take === take)
    // Our own needs no disk; of another page's, what could not be read now may be there.
    if (!held && !here && !outbox.takeOf(this.#box, take).own) return void this.#unread.add(take)
    this.#unread.delete(take)
    const end = held?.find((one) => one.take === take)?.samples ?? here?.end ?? 0
    const from = here?.from ?? end
    if (this.#closed) return
    this.#granted.add(take)
    const { stored } = outbox.takeOf(this.#box, take)
    this.#set(outbox.restored(this.#box, take, from, end))
    // Another page sent some of it since the room told us how far it is: without asking again that would look like a hole.
    if (this.#box.online && stored < from) this.#socket.renew('take taken up')
    else void this.#pump()
    this.#taken()
  }

  #set(next: outbox.Outbox): void {
    this.#box = next
    const { waiting } = this
    const begins = waiting > 0 !== this.#told.waiting > 0
    if (begins || this.#now() - this.#told.at >= TELL_EVERY_MS) this.#tell()
    else this.#told.late = true
  }

  #tell(): void {
    this.#told = { at: this.#now(), waiting: this.waiting, late: false }
    this.#changed()
  }

  #count(take: number, by: 1 | -1): void {
    this.#keeping.set(take, (this.#keeping.get(take) ?? 0) + by)
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
        if (!samples || this.#closed) return
        if (!this.#socket.send(encodeFrame(next.take, next.from, samples))) return
        this.#set(outbox.sent(this.#box, next.take, next.from + samples.length, this.#now()))
      }
    } finally {
      this.#pumping = false
    }
  }

  /** Null: counted but not yet kept by the queue, whose own put() pumps again; or not readable at the moment. */
  async #samplesAt(take: number, from: number): Promise<Int16Array | null> {
    const frame = await this.#queue.pending(take, from)
    if (frame && frame.at <= from) return frame.samples.subarray(from - frame.at)
    if (this.#keeping.get(take)) return null
    const epoch = this.#epoch
    const hole = await this.#queue.hole(take, from)
    if (!hole || epoch !== this.#epoch) return null
    const length = Math.min(hole.end, this.end(take)) - from
    if (length <= 0) return null
    this.#tellHole(take, from, length)
    return new Int16Array(Math.min(length, FRAME_SAMPLES))
  }

  /** Once for each hole, not once for each frame of silence or connection. */
  #tellHole(take: number, at: number, length: number): void {
    const key = `${take} ${at + length}`
    if (this.#holesTold.has(key)) return
    this.#holesTold.add(key)
    this.#lost({ take, at, ms: msOf(length) })
  }
}
