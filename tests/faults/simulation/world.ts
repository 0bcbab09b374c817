import { type Random, randomFrom } from '#tests/testkit/random.ts'

type Happening = { at: number; order: number; owner: object | null; run: () => void }
/** The true one: the simulation replaces the global. */
const immediately = setImmediate
const START = Date.UTC(2026, 10, 20, 15)

/** Time, chance and everything that is yet to happen. One thing happens at a time, with all that follows from it at once. */
export class World {
  now = START
  readonly random: Random
  /** Whose code is running: what it asks to happen later goes with it when it dies. */
  owner: object | null = null
  readonly faults: string[] = []
  /** The transcript has places to a millisecond. */
  readonly blurMs = 3
  fetch: (input: unknown, init: unknown) => Promise<unknown> = () => Promise.reject(new TypeError('offline'))
  #order = 0
  #queue: Happening[] = []
  #dead = new WeakSet<object>()
  #asleep = new WeakMap<object, number>()

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  get elapsed(): number {
    return this.now - START
  }
  between(from: number, to: number): number {
    return from + this.random() * (to - from)
  }

  after(ms: number, run: () => void, owner = this.owner): () => void {
    const happening = { at: this.now + Math.max(0, ms), order: this.#order++, owner, run }
    this.#push(happening)
    return () => {
      happening.run = () => undefined
    }
  }
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }
  /** As if called by `owner`. */
  as(owner: object | null, run: () => void): void {
    const before = this.owner
    this.owner = owner
    run()
    this.owner = before
  }
  die(owner: object): void {
    this.#dead.add(owner)
  }
  /** None of its events happens before then; all happen at once when it wakes. */
  sleep(owner: object, ms: number): void {
    this.#asleep.set(owner, this.now + ms)
  }

  /** Until it is so; false when the time is over first. */
  async until(isSo: () => boolean, withinMs: number): Promise<boolean> {
    const end = this.now + withinMs
    while (!isSo()) {
      const next = this.#queue.at(-1)
      if (!next || next.at > end) {
        this.now = end
        return isSo()
      }
      this.#queue.pop()
      this.now = Math.max(this.now, next.at)
      if (next.owner && this.#dead.has(next.owner)) continue
      const wakes = (next.owner && this.#asleep.get(next.owner)) ?? 0
      if (wakes > this.now) {
        next.at = wakes
        this.#push(next)
        continue
      }
      this.owner = next.owner
      try {
        next.run()
      } catch (error) {
        this.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      }
      await new Promise<void>((resolve) => immediately(resolve))
      this.owner = null
    }
    return true
  }
  pass(ms: number): Promise<boolean> {
    return this.until(() => false, ms)
  }

  /** Later ones first; of the same time, later announced ones first. */
  #push(happening: Happening): void {
    const queue = this.#queue
    let [low, high] = [0, queue.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = queue[middle] as Happening
      if (other.at > happening.at || (other.at === happening.at && other.order > happening.order)) low = middle + 1
      else high = middle
    }
    queue.splice(low, 0, happening)
  }
}
