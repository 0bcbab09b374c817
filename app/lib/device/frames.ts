import { FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'
import { type DeviceDatabase, keysOf, openDeviceDatabase, type Sealed } from './database.ts'
import { deviceDoctor } from './doctor.ts'
import { deviceVault, isAnothersKey, leaveKeyCheck, resealRows, type Vault } from './vault.ts'

export type QueuedFrame = { take: number; at: number; samples: Int16Array }

/** Opens a consultation's audio on disk. Null: no key, or the rows were sealed with another key. */
export async function openFrameStore(consultationId: string): Promise<FrameStore | null> {
  const vault = await deviceVault()
  if (!vault) return null
  const database = await openDeviceDatabase(vault.doctorId)
  if (await isAnothersKey(database, vault)) return null
  await leaveKeyCheck(database, vault)
  // The next page continues after a failure here: until then both keys open the rows.
  void resealRows(database, vault).catch(() => undefined)
  return new FrameStore(database, vault, consultationId)
}

export class FrameStore {
  readonly #database: DeviceDatabase
  readonly #vault: Vault
  readonly #consultationId: string

  constructor(database: DeviceDatabase, vault: Vault, consultationId: string) {
    this.#database = database
    this.#vault = vault
    this.#consultationId = consultationId
  }

  get canSeal(): boolean {
    return this.#vault.canSeal()
  }

  /** Writes all frames and take lengths, or none. Resolves when they are on disk. */
  async keep(frames: readonly QueuedFrame[], lengths: readonly TakeLength[], now: number): Promise<void> {
    if (await isAnothersKey(this.#database, this.#vault)) throw new Error('not the key of what lies here')
    const sealed = await Promise.all(frames.map((frame) => this.#seal(frame)))
    const transaction = this.#database.transaction(['frame', 'take'], 'readwrite', { durability: 'strict' })
    const [rows, takes] = [transaction.objectStore('frame'), transaction.objectStore('take')]
    const keepLength = async ({ take, samples }: TakeLength) => {
      const existing = await takes.get([this.#consultationId, take])
      const longer = { samples: Math.max(samples, existing?.samples ?? 0), at: existing?.at ?? now }
      await takes.put(longer, [this.#consultationId, take])
    }
    await Promise.all([
      ...sealed.map(({ key, row }) => rows.put(row, key)),
      ...lengths.map(keepLength),
      transaction.done,
    ])
  }

  /** Up to `most` readable frames of the take beyond sample `from`, in order. Rejects without the key. */
  async read(take: number, from: number, most: number): Promise<QueuedFrame[]> {
    let first = Math.max(0, from - FRAME_SAMPLES + 1)
    for (;;) {
      const range = IDBKeyRange.bound([this.#consultationId, take, first], [this.#consultationId, take, []])
      const rows = await this.#rows(range, most)
      const opened = await Promise.all(rows.map(({ at, row }) => this.#open(take, at, row)))
      // The key may have changed since opening: then the rows are locked, not damaged.
      const changed = opened.includes(null) && (await isAnothersKey(this.#database, this.#vault))
      if (changed || !this.#vault.canOpen()) throw new Error('no key to open with')
      const frames = opened.filter((frame) => frame !== null && frame.at + frame.samples.length > from)
      const last = rows.at(-1)
      if (frames.length > 0 || !last) return frames as QueuedFrame[]
      first = last.at + 1
    }
  }

  /** Deletes frames that the room has stored completely. */
  async drop(stored: readonly { take: number; stored: number }[]): Promise<void> {
    const transaction = this.#database.transaction('frame', 'readwrite', { durability: 'relaxed' })
    const dropTake = async ({ take, stored }: { take: number; stored: number }) => {
      const key = (at: number): [string, number, number] => [this.#consultationId, take, at]
      const whole = stored - FRAME_SAMPLES
      if (whole >= 0) await transaction.store.delete(IDBKeyRange.bound(key(0), key(whole)))
      // Shorter frames, and one that is stored in part.
      const near = IDBKeyRange.bound(key(Math.max(0, whole)), key(stored), false, true)
      for (let cursor = await transaction.store.openCursor(near); cursor; cursor = await cursor.continue()) {
        if (cursor.primaryKey[2] + cursor.value.samples <= stored) await cursor.delete()
      }
    }
    await Promise.all([...stored.map(dropTake), transaction.done])
  }

  takes(): Promise<WaitingTake[]> {
    return waitingTakes(this.#database, this.#consultationId)
  }

  takeLengths(): Promise<TakeLength[]> {
    return takeLengths(this.#database, this.#consultationId)
  }

  count(): Promise<number> {
    return this.#database.count('frame', keysOf(this.#consultationId))
  }

  /** Deletes pending frames. Sets each take's length to what the room has stored. */
  async discard(only?: number): Promise<void> {
    const waiting = (await this.takes()).filter(({ take }) => only === undefined || take === only)
    const transaction = this.#database.transaction(['frame', 'take'], 'readwrite')
    const takes = transaction.objectStore('take')
    const cut = async ({ take, from }: WaitingTake) => {
      const existing = await takes.get([this.#consultationId, take])
      if (existing) await takes.put({ ...existing, samples: from }, [this.#consultationId, take])
    }
    const range = only === undefined ? keysOf(this.#consultationId) : keysOf(this.#consultationId, only)
    const frames = transaction.objectStore('frame').delete(range)
    await Promise.all([frames, ...waiting.map(cut), transaction.done])
  }

  /** The consultation is over: deletes its takes unless audio is pending. */
  async forget(): Promise<void> {
    const transaction = this.#database.transaction(['frame', 'take'], 'readwrite')
    const range = keysOf(this.#consultationId)
    const waits = await transaction.objectStore('frame').count(range)
    if (waits === 0) await transaction.objectStore('take').delete(range)
    await transaction.done
  }

  async #seal({ take, at, samples }: QueuedFrame) {
    const key: [string, number, number] = [this.#consultationId, take, at]
    const sealed = await this.#vault.seal(this.#about(take, at), samples as Int16Array<ArrayBuffer>)
    return { key, row: { ...sealed, samples: samples.length } }
  }

  /** Null: damaged. */
  async #open(take: number, at: number, row: (Sealed & { samples: number }) | null): Promise<QueuedFrame | null> {
    const bytes = row && (await this.#vault.open(this.#about(take, at), row))
    return bytes ? { take, at, samples: new Int16Array(bytes) } : null
  }

  #about = (take: number, at: number) => [this.#consultationId, 'frame', take, at]

  async #rows(range: IDBKeyRange, most: number) {
    const transaction = this.#database.transaction('frame')
    const keys = await transaction.store.getAllKeys(range, most)
    const rows = await transaction.store
      .getAll(range, most)
      // One unreadable row fails the whole request: read the rows one by one.
      .catch(() => Promise.all(keys.map((key) => this.#database.get('frame', key).catch(() => null))))
    return keys.map((key, i) => ({ at: key[2], row: rows[i] ?? null }))
  }
}

/** Pending samples of one take, from `from` to `end`. Read from keys and lengths: loads no audio, needs no key. */
type WaitingTake = { take: number; from: number; end: number }

/** The pending takes of a consultation. */
async function waitingTakes(database: DeviceDatabase, consultationId: string): Promise<WaitingTake[]> {
  const transaction = database.transaction(['take', 'frame'])
  const takes = transaction.objectStore('take')
  const frames = transaction.objectStore('frame')
  const waiting: WaitingTake[] = []
  for (const key of await takes.getAllKeys(keysOf(consultationId))) {
    const [row, first] = await Promise.all([takes.get(key), frames.getKey(keysOf(consultationId, key[1]))])
    if (row && first) waiting.push({ take: key[1], from: first[2], end: row.samples })
  }
  return waiting
}

/** Lengths of all takes begun here, in samples; needs no key. Null: unreadable. */
export async function recordedTakes(consultationId: string): Promise<TakeLength[] | null> {
  const doctor = deviceDoctor()
  if (!doctor) return null
  try {
    return await takeLengths(await openDeviceDatabase(doctor), consultationId)
  } catch {
    return null
  }
}

/** The lengths of takes recorded on this device, in samples. */
async function takeLengths(database: DeviceDatabase, consultationId: string) {
  const { store } = database.transaction('take')
  const range = keysOf(consultationId)
  const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  return keys.map((key, i) => ({ take: key[1], samples: rows[i]?.samples ?? 0 }))
}

/** Pending samples on this device by consultation of the signed-in doctor. */
export async function unsentAudio(): Promise<{ consultationId: string; samples: number }[]> {
  const doctor = deviceDoctor()
  if (!doctor) return []
  try {
    const database = await openDeviceDatabase(doctor)
    const consultations = new Set((await database.getAllKeys('take')).map(([consultationId]) => consultationId))
    const all = await Promise.all(
      [...consultations].map(async (consultationId) => ({
        consultationId,
        samples: (await waitingTakes(database, consultationId)).reduce((sum, { from, end }) => sum + end - from, 0),
      })),
    )
    return all.filter(({ samples }) => samples > 0)
  } catch {
    return []
  }
}
