import { createHmac } from 'node:crypto'
import { FakeRoom } from '../recorder/fake-room.ts'
import { sampleAt } from './pcm.ts'

/** A room that takes audio of any take, checks every sample, and keeps none. Its server gives each doctor a key. */
export class CountingRoom extends FakeRoom {
  /** The signed-in doctor; null: signed out. */
  doctorId: string | null = 'doctor-1'
  /** Every device key is derived from it. */
  secret = 'one'
  /** The secret before a rotation, while it is accepted. */
  previous: string | null = null
  /** Spans of silence, by take, and samples that belong elsewhere. */
  readonly silent: { take: number; from: number; to: number }[] = []
  wrong = 0
  repeated = 0
  frames = 0

  override answer(method: string, path: string, body: string) {
    if (path !== '/api/device-key') return super.answer(method, path, body)
    if (!this.doctorId) return { status: 401, body: { code: 'not_signed_in' } }
    const keyOf = (secret: string) =>
      createHmac('sha256', secret)
        .update(this.doctorId ?? '')
        .digest('base64')
    const previous = this.previous === null ? {} : { previous_key: keyOf(this.previous) }
    return {
      status: 200,
      body: { doctor_id: this.doctorId, session_id: 'session', key: keyOf(this.secret), ...previous },
    }
  }

  protected override storedOf(take: number): number[] {
    return this.takes.get(take) ?? []
  }
  protected override keep(stored: number[], take: number, at: number, samples: Int16Array): void {
    const length = at + samples.length
    this.frames++
    if (at === stored.length) {
      this.#check(take, at, samples)
      // Only the length is ever read.
      this.takes.set(take, { length } as number[])
    } else if (length <= stored.length) this.repeated++
  }

  #check(take: number, at: number, samples: Int16Array): void {
    if (samples.every((sample) => sample === 0)) {
      const last = this.silent.at(-1)
      if (last?.take === take && last.to === at) last.to = at + samples.length
      else this.silent.push({ take, from: at, to: at + samples.length })
      return
    }
    for (let i = 0; i < samples.length; i++) if (samples[i] !== sampleAt(take, at + i)) this.wrong++
  }
}
