import type { KeptStatements, StatementList } from '#app/features/recording/device/kept-statements.ts'
import type { FrameStore, QueuedFrame, TakeLength } from '#app/lib/device/frames.ts'

const endOf = (frame: QueuedFrame): number => frame.at + frame.samples.length

/** A device's storage for one consultation; it outlives its pages. */
export class Disk {
  readonly frames = new Map<number, QueuedFrame[]>()
  readonly lengths = new Map<number, number>()
  statements: StatementList = { gaps: [], lines: [], finish: null, revocation: null }
  full = false
}

/** Reports this device has not sent yet, as the product stores them, sealed, on the disk. */
export class PageNotes implements Pick<KeptStatements, keyof KeptStatements> {
  now: StatementList
  readonly #disk: Disk
  constructor(disk: Disk) {
    this.#disk = disk
    this.now = disk.statements
  }
  get revoked(): boolean {
    return this.now.revocation?.report === false
  }
  async restore(): Promise<void> {
    this.now = this.#disk.statements
  }
  async change(change: Partial<StatementList>): Promise<void> {
    this.now = { ...this.now, ...change }
    this.#disk.statements = this.now
  }
}

/**
 * The store of the device queue over a disk of the tests, with the promises of IndexedDB: a write happens as a whole or
 * not at all, and what was not through when the page died never happens. `working` is how long the disk takes.
 */
export class PageStore implements Pick<FrameStore, keyof FrameStore> {
  readonly canSeal = true
  #gone = false
  readonly #disk: Disk
  readonly #working: () => Promise<void>

  constructor(disk: Disk, working: () => Promise<void>) {
    this.#disk = disk
    this.#working = working
  }

  crash(): void {
    this.#gone = true
  }

  async keep(frames: readonly QueuedFrame[], lengths: readonly TakeLength[]): Promise<void> {
    await this.#work()
    if (this.#disk.full) throw new DOMException('full', 'QuotaExceededError')
    for (const frame of frames) {
      const others = (this.#disk.frames.get(frame.take) ?? []).filter((one) => one.at !== frame.at)
      this.#disk.frames.set(
        frame.take,
        [...others, frame].sort((a, b) => a.at - b.at),
      )
    }
    for (const { take, samples } of lengths)
      this.#disk.lengths.set(take, Math.max(samples, this.#disk.lengths.get(take) ?? 0))
  }

  async read(take: number, from: number, most: number): Promise<QueuedFrame[]> {
    await this.#work()
    const waiting = this.#disk.frames.get(take) ?? []
    return waiting.filter((frame) => endOf(frame) > from).slice(0, most)
  }

  async drop(stored: readonly { take: number; stored: number }[]): Promise<void> {
    await this.#work()
    for (const { take, stored: known } of stored) {
      const pendingFrames = (this.#disk.frames.get(take) ?? []).filter((frame) => endOf(frame) > known)
      if (pendingFrames.length > 0) this.#disk.frames.set(take, pendingFrames)
      else this.#disk.frames.delete(take)
    }
  }

  async takes(): Promise<{ take: number; from: number; end: number }[]> {
    await this.#work()
    return [...this.#disk.frames].map(([take, waiting]) => ({
      take,
      from: waiting[0]?.at ?? 0,
      end: this.#disk.lengths.get(take) ?? 0,
    }))
  }

  async takeLengths(): Promise<TakeLength[]> {
    await this.#work()
    return [...this.#disk.lengths].map(([take, samples]) => ({ take, samples }))
  }

  async count(): Promise<number> {
    await this.#work()
    return [...this.#disk.frames.values()].reduce((sum, waiting) => sum + waiting.length, 0)
  }

  async discard(): Promise<void> {
    const waiting = await this.takes()
    for (const { take, from } of waiting) this.#disk.lengths.set(take, from)
    this.#disk.frames.clear()
  }

  async forget(): Promise<void> {
    await this.#work()
    if (this.#disk.frames.size === 0) this.#disk.lengths.clear()
  }

  async #work(): Promise<void> {
    await this.#working()
    if (this.#gone) await new Promise(() => {})
  }
}
