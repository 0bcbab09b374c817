import type { FrameStore, QueuedFrame } from '#app/lib/device/frames.ts'
import { createListeners } from '#app/lib/listeners.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'

/**
 * 'unprotected': stored in this page's memory only, or the browser may evict the disk; `persistent` separates the
 * two. 'full', 'failed': frames stay in memory and are sent from there.
 */
export type QueueHealth = 'ok' | 'unprotected' | 'full' | 'failed'

/** Rows written in one transaction. */
const BATCH = 64
/** Frames read ahead or just written and cached in memory: 20 s of audio. */
const AT_HAND = 80
const READ_AHEAD = 40
/** Half an hour, 58 MB: the limit in memory while both disk and connection fail. */
const MEMORY_MAX = 7_200
/** A backlog brings hundreds of acknowledgements: delete their frames in batches. */
const DROP_EVERY_MS = 250
/** Interval of disk retries while the disk refuses. */
const RETRY_MS = 5_000
/** Interval of key requests to the server. */
const KEY_RETRY_MS = 30_000
/** Limit for reading lengths: 'hello' and 'finish' must not wait for the disk. */
const LENGTHS_WAIT_MS = 2_000
/** A write that takes longer counts as failed: its frames are not protected meanwhile. */
const STALL_MS = 5_000

const endOf = (frame: QueuedFrame): number => frame.at + frame.samples.length
const covers = (frame: QueuedFrame, take: number, from: number): boolean =>
  frame.take === take && frame.at <= from && endOf(frame) > from

/**
 * Stores audio of one consultation until the room has stored it: in `#unkept` or on disk. One write at a time; later
 * frames join the next write. Frames can be sent from memory even if the disk fails. Only `put` rejects.
 */
export class DeviceQueue {
  readonly attached: Promise<void>
  #store: FrameStore | null = null
  #unkept: QueuedFrame[] = []
  /** Cache of frames that are on disk too. */
  #atHand: QueuedFrame[] = []
  /** Lengths of takes this page recorded, in samples. */
  #lengths = new Map<number, number>()
  /** Take lengths wait to be written: a take began, or the room acknowledged its end before the disk had it. */
  #isLengthPending = false
  #stored = new Map<number, number>()
  #toDrop = new Map<number, number>()
  #fault: 'full' | 'failed' | 'unprotected' | null = null
  #persistence: 'unknown' | 'requested' | 'refused' = 'unknown'
  #lastReport = ''
  #lastTry: number
  readonly #changes = createListeners()
  readonly #openStore: () => Promise<FrameStore | null>
  readonly #now: () => number
  readonly #readLengths: () => Promise<TakeLength[] | null>
  readonly #write = oneAtATime(() => this.#keepAll())
  readonly #drop = oneAtATime(() => this.#dropAll())
  readonly #attach = oneAtATime(() => this.#openDisk())

  constructor(
    openStore: () => Promise<FrameStore | null>,
    now: () => number,
    readLengths: () => Promise<TakeLength[] | null> = async () => null,
  ) {
    this.#openStore = openStore
    this.#now = now
    this.#readLengths = readLengths
    this.#lastTry = now()
    this.attached = this.#attach()
  }

  /** True when the stored frames survive the page. */
  get persistent(): boolean {
    return this.#store !== null && this.#fault === null
  }
  health(): QueueHealth {
    if (!this.#store) return 'unprotected'
    return this.#fault ?? (this.#persistence === 'refused' ? 'unprotected' : 'ok')
  }
  /** Calls `listener` at every change of `health` or `persistent`. Returns a function that unsubscribes. */
  readonly onHealth = this.#changes.on

  /** The room assigned this take to this device, which from now on reports its length. */
  async begin(take: number): Promise<void> {
    if (this.#lengths.has(take)) return
    this.#lengths.set(take, 0)
    this.#isLengthPending = true
    this.#requestPersistence()
    if (this.#store && !this.#fault) await this.#write()
  }

  /** Resolves when the frame is stored as safely as this device can. Rejects when it is lost; it is then a hole. */
  async put(frame: QueuedFrame): Promise<void> {
    this.#lengths.set(frame.take, Math.max(endOf(frame), this.#lengths.get(frame.take) ?? 0))
    const fits = this.#unkept.length < MEMORY_MAX
    if (fits) this.#unkept.push(frame)
    this.#requestPersistence()
    const isWell = this.#store && !this.#fault
    if (!isWell && this.#now() - this.#lastTry >= (this.#store ? RETRY_MS : KEY_RETRY_MS)) void this.retry()
    // The frame is lost from here on: `hole` reports it, the sender fills it with silence and tells the room.
    if (!fits) throw new Error('neither disk nor memory takes more')
    if (isWell) await this.#write()
  }

  /** Returns the frame that holds sample `from` of the take, or the next one. Null: none, or unreadable now. */
  async pending(take: number, from: number): Promise<QueuedFrame | null> {
    const here = this.#inMemory(take, from)
    if (here) return here
    return this.#firstAfter(take, from).catch(() => {
      // Reopen a broken connection to the disk.
      if (this.#now() - this.#lastTry >= RETRY_MS) void this.retry()
      return null
    })
  }

  /** Returns the end of a hole: samples `from` to `end` were recorded and lost. Null: no hole, or unreadable now. */
  async hole(take: number, from: number): Promise<{ end: number } | null> {
    if (this.#inMemory(take, from)) return null
    try {
      const next = await this.#firstAfter(take, from)
      const length = this.#withOwn((await this.#store?.takeLengths()) ?? []).get(take) ?? 0
      const end = next?.at ?? length
      return end > from ? { end } : null
    } catch {
      return null
    }
  }

  /** The room has stored all samples before `stored`: deletes them. Only this and `discard` delete frames. */
  async acknowledged(take: number, stored: number): Promise<void> {
    if (stored <= (this.#stored.get(take) ?? 0)) return
    this.#stored.set(take, stored)
    const waits = (frame: QueuedFrame) => frame.take !== take || endOf(frame) > stored
    const unkept = this.#unkept.length
    this.#unkept = this.#unkept.filter(waits)
    this.#atHand = this.#atHand.filter(waits)
    this.#toDrop.set(take, stored)
    if (this.#unkept.length < unkept) this.#isLengthPending = true
    if (this.#isLengthPending && this.#store && !this.#fault) void this.#write()
    if (this.#store) await this.#drop()
  }

  /** Returns the pending samples of each take, from `from` to `end`. */
  async takes(): Promise<{ take: number; from: number; end: number }[]> {
    const stored = await this.#store?.takes().catch(() => [])
    const all = new Map((stored ?? []).map((one) => [one.take, { ...one }]))
    for (const { take, at } of this.#unkept) {
      const existing = all.get(take)
      if (existing) existing.from = Math.min(existing.from, at)
      else all.set(take, { take, from: at, end: 0 })
    }
    for (const one of all.values()) one.end = Math.max(one.end, this.#lengths.get(one.take) ?? 0)
    return [...all.values()].sort((a, b) => a.take - b.take)
  }

  /** Returns the length of every take this device recorded, in samples. Null: unreadable now. */
  async takeLengths(): Promise<TakeLength[] | null> {
    const stored = (await this.#store?.takeLengths().catch(() => null)) ?? null
    return stored && inOrder(this.#withOwn(stored))
  }

  /** Like `takeLengths`, without a key, and within two seconds; null otherwise. */
  async lengthsForRoom(): Promise<TakeLength[] | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LENGTHS_WAIT_MS))
    const stored = this.takeLengths().then((lengths) => lengths ?? this.#readLengths())
    const lengths = await Promise.race([stored.catch(() => null), late])
    return lengths && inOrder(this.#withOwn(lengths))
  }

  /** The patient withdrew: deletes pending audio of one take or of all. Returns how much, in samples. */
  async discard(only?: number): Promise<TakeLength[]> {
    const waiting = (await this.takes()).filter(({ take }) => only === undefined || take === only)
    const stays = (frame: QueuedFrame) => only !== undefined && frame.take !== only
    this.#unkept = this.#unkept.filter(stays)
    this.#atHand = this.#atHand.filter(stays)
    for (const { take, from } of waiting) this.#lengths.set(take, from)
    await this.#write()
    await this.#store?.discard(only).catch(() => this.#set('failed'))
    // A write in progress may have added frames to the cache.
    this.#atHand = this.#atHand.filter(stays)
    return waiting.map(({ take, from, end }) => ({ take, samples: end - from }))
  }

  /** Returns how many frames are stored and how many samples are pending. */
  async size(): Promise<{ frames: number; samples: number }> {
    const [takes, kept] = [await this.takes(), await this.#store?.count().catch(() => 0)]
    const samples = takes.reduce((sum, { from, end }) => sum + end - from, 0)
    return { frames: (kept ?? 0) + this.#unkept.length, samples }
  }

  /** A key is available, or a retry is due. Resolves when the disk has answered. */
  retry(): Promise<void> {
    this.#lastTry = this.#now()
    const attached = this.#attach()
    void attached.then(() => this.#write())
    return attached
  }

  /** Some frames exist only in this page's memory. */
  get isLoose(): boolean {
    return this.#unkept.length > 0
  }

  /** The consultation is over: deletes the take lengths on disk unless audio is pending. */
  async forget(): Promise<void> {
    await this.#drop()
    await this.#store?.forget().catch(() => undefined)
  }

  // Reading

  #inMemory(take: number, from: number): QueuedFrame | undefined {
    const wanted = (frame: QueuedFrame) => covers(frame, take, from)
    return this.#atHand.find(wanted) ?? this.#unkept.find(wanted)
  }

  async #firstAfter(take: number, from: number): Promise<QueuedFrame | null> {
    const read = (await this.#store?.read(take, from, READ_AHEAD)) ?? []
    this.#hold(read)
    // Frames written during the disk read are in the cache.
    const candidates = [...read, ...this.#atHand, ...this.#unkept].filter(
      (frame) => frame.take === take && endOf(frame) > from,
    )
    return candidates.reduce<QueuedFrame | null>((best, one) => (best && best.at <= one.at ? best : one), null)
  }

  #hold(frames: readonly QueuedFrame[]): void {
    const isNew = (frame: QueuedFrame) => !this.#atHand.some((one) => covers(one, frame.take, frame.at))
    this.#atHand = [...this.#atHand, ...frames.filter(isNew)].slice(-AT_HAND)
  }

  #withOwn(kept: readonly TakeLength[]): Map<number, number> {
    const all = new Map(kept.map(({ take, samples }) => [take, samples]))
    for (const [take, samples] of this.#lengths) all.set(take, Math.max(samples, all.get(take) ?? 0))
    return all
  }

  // Writing

  async #openDisk(): Promise<void> {
    try {
      this.#store = (await this.#openStore()) ?? this.#store
    } catch {
      // The browser stores nothing: use memory and report it.
    }
    this.#report()
  }

  async #keepAll(): Promise<void> {
    while (this.#store && (this.#unkept.length > 0 || this.#isLengthPending || this.#fault)) {
      const batch = this.#unkept.slice(0, BATCH)
      this.#isLengthPending = false
      if (!(await this.#keep(this.#store, batch))) return
      const done = new Set(batch)
      this.#unkept = this.#unkept.filter((frame) => !done.has(frame))
      const stored = (frame: QueuedFrame) => this.#stored.get(frame.take) ?? 0
      this.#hold(batch.filter((frame) => endOf(frame) > stored(frame)))
      const late = batch.filter((frame) => endOf(frame) <= stored(frame))
      // Acknowledged while they were being written.
      for (const frame of late) this.#toDrop.set(frame.take, stored(frame))
      if (late.length > 0) void this.#drop()
    }
  }

  async #keep(store: FrameStore, batch: readonly QueuedFrame[]): Promise<boolean> {
    const stalled = setTimeout(() => this.#set('failed'), STALL_MS)
    const lengths = [...this.#lengths].map(([take, samples]) => ({ take, samples }))
    try {
      await store.keep(batch, lengths, Date.now())
      this.#set(null)
      return true
    } catch (error) {
      const full = error instanceof DOMException && error.name === 'QuotaExceededError'
      this.#set(full ? 'full' : store.canSeal ? 'failed' : 'unprotected')
      return false
    } finally {
      clearTimeout(stalled)
    }
  }

  async #dropAll(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, DROP_EVERY_MS))
    const stored = [...this.#toDrop].map(([take, stored]) => ({ take, stored }))
    this.#toDrop.clear()
    if (!this.#store || stored.length === 0) return
    try {
      await this.#store.drop(stored)
    } catch {
      for (const { take, stored: before } of stored)
        this.#toDrop.set(take, Math.max(before, this.#toDrop.get(take) ?? 0))
      return
    }
    // Deleted frames freed space.
    if (this.#fault === 'full') void this.#write()
  }

  #requestPersistence(): void {
    if (this.#persistence !== 'unknown') return
    this.#persistence = 'requested'
    void globalThis.navigator?.storage?.persist?.().then(
      (granted) => {
        if (!granted) this.#persistence = 'refused'
        this.#report()
      },
      () => undefined,
    )
  }

  #set(fault: 'full' | 'failed' | 'unprotected' | null): void {
    if (fault && !this.#fault) this.#lastTry = this.#now()
    this.#fault = fault
    this.#report()
  }

  #report(): void {
    const now = `${this.health()} ${this.persistent}`
    if (now === this.#lastReport) return
    this.#lastReport = now
    this.#changes.call()
  }
}

const inOrder = (lengths: ReadonlyMap<number, number>): TakeLength[] =>
  [...lengths].map(([take, samples]) => ({ take, samples })).sort((a, b) => a.take - b.take)

/** Returns a function that never runs `work` twice at a time; calls made during a run share one next run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        running = work()
        return running
      })
    return next
  }
}
