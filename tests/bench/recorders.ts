import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { encodeFrame, FRAME_HEADER_BYTES, FRAME_MS, FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import { mark } from './mark.ts'

/** Frames of one device under way without an acknowledgement. */
const WINDOW = 40

class Recorder {
  stored = 0
  sent = 0
  readonly #room: number
  readonly #socket: WebSocket
  readonly #frame: Uint8Array
  readonly #waiting: (() => void)[] = []
  constructor(room: number, socket: WebSocket, take: number) {
    this.#room = room
    this.#socket = socket
    const noise = Int16Array.from({ length: FRAME_SAMPLES }, () => Math.random() * 8_000 - 4_000)
    this.#frame = new Uint8Array(encodeFrame(take, 0, noise))
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; stored?: number; code?: string }
      if (message.type === 'refused') throw new Error(`refused: ${message.code}`)
      if (message.type !== 'audio_ack' || message.stored === undefined) return
      this.stored = Math.max(this.stored, message.stored)
      for (const tell of this.#waiting.splice(0)) tell()
    })
    socket.once('close', this.#lost)
  }

  readonly #lost = (code: number) => {
    throw new Error(`the room closed a socket: ${code}`)
  }
  leave(): void {
    this.#socket.off('close', this.#lost).close()
  }

  get canSend(): boolean {
    return this.sent - this.stored < WINDOW * FRAME_SAMPLES
  }
  send(): void {
    new DataView(this.#frame.buffer).setUint32(4, this.sent, true)
    mark(this.#frame.subarray(FRAME_HEADER_BYTES), this.#room, this.sent / FRAME_SAMPLES)
    this.#socket.send(this.#frame)
    this.sent += FRAME_SAMPLES
  }
  async allStored(): Promise<void> {
    while (this.stored < this.sent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** The same devices for every kind of room. `begin` says what the room wants to hear first, and the take it gives. */
export async function enter(
  port: number,
  count: number,
  begin: (socket: WebSocket) => Promise<number>,
): Promise<Recorder[]> {
  const recorders: Recorder[] = []
  for (let n = 0; n < count; n++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/room-${n}`, { perMessageDeflate: false })
    await once(socket, 'open')
    recorders.push(new Recorder(n, socket, await begin(socket)))
  }
  return recorders
}

/** Every device records in real time, a frame each 250 ms, one after the other; ends when all is acknowledged. */
export async function record(recorders: readonly Recorder[], framesEach: number): Promise<void> {
  const began = performance.now()
  const total = framesEach * recorders.length
  for (let next = 0; next < total; ) {
    const due = Math.min(total, ((performance.now() - began) / FRAME_MS) * recorders.length)
    for (; next < due; next++) {
      const recorder = recorders[next % recorders.length] as Recorder
      if (!recorder.canSend) await recorder.allStored()
      recorder.send()
    }
    await pause(2)
  }
  await Promise.all(recorders.map((recorder) => recorder.allStored()))
}
