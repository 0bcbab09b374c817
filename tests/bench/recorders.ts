import { setTimeout as pause } from 'node:timers/promises'
import { encodeFrame, FRAME_HEADER_BYTES, FRAME_MS, FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import { mark } from './mark.ts'
import type { Wire } from './wires.ts'

/** Frames of one device under way without an acknowledgement. */
const WINDOW = 40
/** The page gives a socket up that has not acknowledged for so long. */
const GIVEN_UP_MS = 5_000

export class Recorder {
  stored = 0
  sent = 0
  /** Frames acknowledged after the page would have given up. */
  late = 0
  readonly #room: number
  readonly #wire: Wire
  readonly #frame: Uint8Array
  readonly #waiting: (() => void)[] = []
  /** When each frame left that is not acknowledged yet. */
  readonly #left: number[] = []
  constructor(room: number, wire: Wire) {
    this.#room = room
    this.#wire = wire
    const noise = Int16Array.from({ length: FRAME_SAMPLES }, () => Math.random() * 8_000 - 4_000)
    this.#frame = new Uint8Array(encodeFrame(wire.take, 0, noise))
    wire.onStored((stored) => {
      for (; this.stored + FRAME_SAMPLES <= stored; this.stored += FRAME_SAMPLES)
        if (performance.now() - (this.#left.shift() ?? 0) > GIVEN_UP_MS) this.late++
      for (const tell of this.#waiting.splice(0)) tell()
    })
  }

  leave(): void {
    this.#wire.close()
  }
  get unacknowledged(): number {
    return this.#left.length
  }
  get canSend(): boolean {
    return this.sent - this.stored < WINDOW * FRAME_SAMPLES
  }
  send(): void {
    new DataView(this.#frame.buffer).setUint32(4, this.sent, true)
    mark(this.#frame.subarray(FRAME_HEADER_BYTES), this.#room, this.sent / FRAME_SAMPLES)
    this.#left.push(performance.now())
    this.#wire.send(this.#frame)
    this.sent += FRAME_SAMPLES
  }
  async allStored(): Promise<void> {
    while (this.stored < this.sent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** Every device records in real time, a frame each 250 ms, one after the other; ends when all is acknowledged. `hurry`: so
 * many times as fast. */
export async function record(recorders: readonly Recorder[], framesEach: number, hurry = 1): Promise<void> {
  const startedAt = performance.now()
  const total = framesEach * recorders.length
  for (let next = 0; next < total; ) {
    const due = Math.min(total, ((performance.now() - startedAt) / FRAME_MS) * recorders.length * hurry)
    for (; next < due; next++) {
      const recorder = recorders[next % recorders.length] as Recorder
      if (!recorder.canSend) await recorder.allStored()
      recorder.send()
    }
    await pause(2)
  }
  await Promise.all(recorders.map((recorder) => recorder.allStored()))
}
