import { Buffer } from 'node:buffer'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'
import type { Env } from '#workers/env.ts'
import { ConsultationRoom as RealRoom } from '#workers/room/room.ts'
import { unreliable } from './unreliable-database.ts'

export type StoredFrame = { take: number; at: number; samples: number; sha256: string }

/** The real room, whose storage may be looked at and which may be put to sleep. */
export class ConsultationRoom extends RealRoom {
  readonly #ctx: DurableObjectState
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, unreliable(env))
    this.#ctx = ctx
  }

  async ledger(): Promise<StoredFrame[]> {
    const { sql } = this.#ctx.storage
    if ([...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'frame'")].length === 0) return []
    const rows = [...sql.exec<{ key: number; pcm: ArrayBuffer }>('SELECT key, pcm FROM frame ORDER BY key')]
    return Promise.all(
      rows.map(async ({ key, pcm }) => ({
        take: Math.floor(key / 2 ** 32),
        at: key % 2 ** 32,
        samples: pcm.byteLength / 2,
        sha256: Buffer.from(await crypto.subtle.digest('SHA-256', pcm)).toString('hex'),
      })),
    )
  }

  /** As when Cloudflare moves it: out of memory at once, its sockets gone. */
  abort(): void {
    this.#ctx.abort('moved')
  }
}

const FLUSH_EVERY = 50

/** Known bad: acknowledges what it has only heard, and writes it down later. */
export class AbsentMindedRoom extends ConsultationRoom {
  #unwritten: [WebSocket, ArrayBuffer | string][] = []
  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    if (typeof data !== 'string') {
      const frame = parseFrame(data)
      if (!('fault' in frame)) {
        const stored = frame.at + samplesIn(frame)
        socket.send(JSON.stringify({ type: 'audio_ack', take: frame.take, stored, transcribed: 0 }))
      }
      this.#unwritten.push([socket, data])
      if (this.#unwritten.length < FLUSH_EVERY) return
    }
    for (const [from, held] of this.#unwritten.splice(0)) super.webSocketMessage(from, held)
    if (typeof data === 'string') super.webSocketMessage(socket, data)
  }
}
