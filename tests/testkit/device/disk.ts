import type { KeptStatements, StatementList } from '#app/features/recording/device/kept-statements.ts'
import type { FrameStore, QueuedFrame } from '#app/lib/device/frames.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'

const endOf = (frame: QueuedFrame): number => frame.at + frame.samples.length

/** A device's storage for one consultation; it outlives its pages. */
export class Disk {
  /** By take and first sample. */
  readonly frames = new Map<string, QueuedFrame>()
  readonly lengths = new Map<number, number>()
  statements: StatementList = { gaps: [], lines: [], edits: [], results: [], finish: null, revocation: null }
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

type Operation = 'keep' | 'read' | 'other'

/**
 * The store of the device queue over a disk of the tests, with the promise of IndexedDB: a write happens as a whole or not
 * at all. `before` runs first: it takes the disk's time, and may fail.
 */
export function storeOn({ frames, lengths }: Disk, before: (operation: Operation) => Promise<void>) {
  const ordered = (take: number) => [...frames.values()].filter((one) => one.take === take).sort((a, b) => a.at - b.at)
  const takes = () =>
    [...lengths].flatMap(([take, end]) => {
      const [first] = ordered(take)
      return first ? [{ take, from: first.at, end }] : []
    })
  return {
    canSeal: true,
    async keep(added: readonly QueuedFrame[], reported: readonly TakeLength[]): Promise<void> {
      await before('keep')
      for (const frame of added) frames.set(`${frame.take} ${frame.at}`, frame)
      for (const { take, samples } of reported) lengths.set(take, Math.max(samples, lengths.get(take) ?? 0))
    },
    async read(take: number, from: number, most: number): Promise<QueuedFrame[]> {
      await before('read')
      const waiting = ordered(take).filter((frame) => endOf(frame) > from)
      return waiting.slice(0, most)
    },
    async drop(stored: readonly { take: number; stored: number }[]): Promise<void> {
      await before('other')
      for (const [key, frame] of frames)
        if (stored.some((one) => one.take === frame.take && endOf(frame) <= one.stored)) frames.delete(key)
    },
    async takes() {
      await before('other')
      return takes()
    },
    async takeLengths(): Promise<TakeLength[]> {
      await before('other')
      return [...lengths].map(([take, samples]) => ({ take, samples }))
    },
    async count(): Promise<number> {
      await before('other')
      return frames.size
    },
    async discard(only?: number): Promise<void> {
      await before('other')
      for (const { take, from } of takes()) if (take === (only ?? take)) lengths.set(take, from)
      for (const [key, { take }] of frames) if (take === (only ?? take)) frames.delete(key)
    },
    async forget(): Promise<void> {
      await before('other')
      if (frames.size === 0) lengths.clear()
    },
  } satisfies Pick<FrameStore, keyof FrameStore>
}
