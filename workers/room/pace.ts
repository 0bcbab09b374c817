import type { AudioFrame } from '#domain/consultation/frame.ts'
import {
  AUDIO_RATE,
  type Bucket,
  CONTROL_RATE,
  costOf,
  fullBucket,
  MOST_AUDIO_OWED,
  owedMs,
  spend,
} from '#domain/consultation/limits.ts'
import type { ClientMessage } from '#domain/consultation/protocol.ts'

type Buckets = { control: Bucket; audio: Bucket }

/** [C35], [C36] Allowance of each socket. Held in memory: a flooded room is never evicted. */
export class Pace {
  readonly #buckets = new WeakMap<WebSocket, Buckets>()

  /** Returns false when the socket exceeded its allowance. */
  admits(socket: WebSocket, message: ClientMessage | AudioFrame, now: number): boolean {
    const buckets = this.#of(socket, now)
    if ('pcm' in message) {
      const audio = spend(buckets.audio, AUDIO_RATE, 1, now, MOST_AUDIO_OWED)
      if (audio) this.#buckets.set(socket, { ...buckets, audio })
      return audio !== null
    }
    const control = spend(buckets.control, CONTROL_RATE, costOf(message), now)
    if (control) this.#buckets.set(socket, { ...buckets, control })
    return control !== null
  }

  /** Delay of the current frame's acknowledgement in ms. A device sends on after each acknowledgement. */
  acknowledgeAfterMs(socket: WebSocket, now: number): number {
    return owedMs(this.#of(socket, now).audio, AUDIO_RATE)
  }

  #of(socket: WebSocket, now: number): Buckets {
    return this.#buckets.get(socket) ?? { control: fullBucket(CONTROL_RATE, now), audio: fullBucket(AUDIO_RATE, now) }
  }
}
