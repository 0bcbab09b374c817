import type { Env } from '../env.ts'
import { ConsultationRoom } from '../room/room.ts'
import { measure } from './measure.ts'
import { storeSoon } from './store.ts'

/** One frame is measured in this time, for all since the one before. */
const SAMPLE_EVERY_MS = 15_000

/** A room that measures how long its acknowledgements wait for the disk. */
export class MeasuredRoom extends ConsultationRoom {
  #frames = 0
  #sampledAt = 0

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    try {
      super.webSocketMessage(socket, data)
    } catch (error) {
      if (typeof data !== 'string') measure({ metric: 'ack', failed: 1, fault: 'uncaught' })
      throw error
    }
    if (typeof data !== 'string') this.#onFrame(Date.now())
  }

  override alarm(info?: AlarmInvocationInfo): void {
    super.alarm(info)
    this.store()
  }

  #onFrame(now: number): void {
    this.#frames++
    if (now - this.#sampledAt < SAMPLE_EVERY_MS) return
    const count = this.#frames
    this.#frames = 0
    this.#sampledAt = now
    // The runtime lets an acknowledgement go when the write before it is on the disk.
    const stored = this.ctx.storage.sync().then(
      () => measure({ metric: 'ack', count, value: Date.now() - now }),
      () => measure({ metric: 'ack', count, failed: count, fault: 'not_stored' }),
    )
    void stored.then(() => this.store())
  }

  protected store(): void {
    storeSoon(this.env as Env, (work) => this.ctx.waitUntil(work))
  }
}
