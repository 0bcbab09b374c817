/** Time as an argument, so that a test can let ten seconds pass at once. */
export interface Clock {
  now(): number
  /** Calls back after `ms`; the function returned cancels. */
  after(ms: number, callback: () => void): () => void
}

export const wallClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** A leaky bucket in seconds of audio: it drains at `rate` seconds per second and holds `burst` seconds. */
export class AudioAllowance {
  readonly #rate: number
  readonly #burst: number
  #level = 0
  #at: number | undefined

  constructor(rate: number, burst: number) {
    this.#rate = rate
    this.#burst = burst
  }

  /** False when these seconds come too early. */
  take(seconds: number, nowMs: number): boolean {
    const passed = this.#at === undefined ? 0 : (nowMs - this.#at) / 1_000
    this.#at = nowMs
    this.#level = Math.max(0, this.#level - passed * this.#rate) + seconds
    return this.#level <= this.#burst
  }
}
