import { encodeFrame } from '#domain/consultation/frame.ts'
import type { TakeProgress } from '#domain/consultation/protocol.ts'
import * as outbox from '#domain/recorder/outbox.ts'
import type { DeviceQueue, QueuedFrame } from './device-queue.ts'
import type { RoomSocket } from './room-socket.ts'

/** Moves frames from the device queue to the room. Keeps no audio itself: it knows positions and asks the queue. */
export class Sender {
  #box = outbox.emptyOutbox
  /** Counts connections, rewinds and the like: what was awaited before a change is not sent after it. */
  #epoch = 0
  #pumping = false
  readonly #queue: DeviceQueue
  readonly #socket: RoomSocket
  readonly #changed: () => void
  readonly #now: () => number

  constructor(queue: DeviceQueue, socket: RoomSocket, changed: () => void, now: () => number) {
    this.#queue = queue
    this.#socket = socket
    this.#changed = changed
    this.#now = now
  }

  /** What lies in the queue from before this screen was opened. */
  async restore(): Promise<void> {
    for (const { take, end } of await this.#queue.takes()) this.#set(outbox.put(this.#box, take, end))
    void this.#pump()
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

  recorded(): { take: number; samples: number }[] {
    return outbox.recorded(this.#box)
  }

  /** The room handed this take to us. */
  claimed(take: number): void {
    if (!outbox.takeOf(this.#box, take).own) this.#set(outbox.put(this.#box, take, 0))
  }

  giveUp(): void {
    this.#epoch++
    this.#set(outbox.givenUp(this.#box))
  }

  /** The position counts at once, so that frames keep their order; it is sent when the queue has it. */
  async put(take: number, samples: Int16Array): Promise<void> {
    const frame: QueuedFrame = { take, at: this.end(take), samples }
    this.#set(outbox.put(this.#box, take, frame.at + samples.length))
    await this.#queue.put(frame)
    void this.#pump()
  }

  async connected(progress: readonly TakeProgress[]): Promise<void> {
    this.#epoch++
    this.#set(outbox.connected(this.#box, progress))
    for (const { take, stored } of this.#box.takes) await this.#queue.acknowledged(take, stored)
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
    if (after.stored > before.stored) await this.#queue.acknowledged(progress.take, after.stored)
    void this.#pump()
  }

  /** Called now and then: a socket that swallows frames is dropped, and they go up again on the next. */
  tick(): void {
    if (outbox.overdue(this.#box, this.#now())) this.#socket.renew('no acknowledgement')
    else void this.#pump()
  }

  #set(next: outbox.Outbox): void {
    this.#box = next
    this.#changed()
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    try {
      for (let next = outbox.nextToSend(this.#box); next; next = outbox.nextToSend(this.#box)) {
        const epoch = this.#epoch
        const frame = await this.#queue.pending(next.take, next.from)
        if (epoch !== this.#epoch) continue
        // Counted but not yet kept by the queue: its own put() pumps again.
        if (!frame || frame.at > next.from) return
        if (!this.#socket.send(encodeFrame(frame.take, next.from, frame.samples.subarray(next.from - frame.at)))) return
        this.#set(outbox.sent(this.#box, frame.take, frame.at + frame.samples.length, this.#now()))
      }
    } finally {
      this.#pumping = false
    }
  }
}
