import { deviceDoctor, onDeviceDoctor } from '#app/lib/device/doctor.ts'
import { openFrameStore, type QueuedFrame, type TakeLength } from '#app/lib/device/frames.ts'
import { sayKeptHere } from '#app/lib/device/kept-here.ts'
import { recordedTakes } from '#app/lib/device/unsent.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { DurableQueue } from './durable-queue.ts'

export type { QueuedFrame, TakeLength }

/**
 * 'unprotected': stored in this page's memory only, or the browser may evict the disk; `persistent` separates the
 * two. 'full', 'failed': frames stay in memory and are sent from there.
 */
export type QueueHealth = 'ok' | 'unprotected' | 'full' | 'failed'

/** Stores audio of one consultation until the room has stored it. Only `put` rejects. */
export type DeviceQueue = {
  /** True when the stored frames survive the page. */
  readonly persistent: boolean
  health(): QueueHealth
  /** Calls `listener` at every change of `health` or `persistent`. Returns a function that unsubscribes. */
  onHealth(listener: () => void): () => void
  /** The room assigned this take to this device, which from now on reports its length. */
  begin(take: number): Promise<void>
  /**
   * Resolves when the frame is stored as safely as this device can. Rejects when the frame is lost; it is then a
   * hole.
   */
  put(frame: QueuedFrame): Promise<void>
  /**
   * Returns the frame that holds sample `from` of the take, or the next one. Null when there is none or it is
   * unreadable now.
   */
  pending(take: number, from: number): Promise<QueuedFrame | null>
  /** Returns the end of a hole: samples `from` to `end` were recorded and lost. Null: no hole, or unreadable now. */
  hole(take: number, from: number): Promise<{ end: number } | null>
  /** The room has stored all samples before `stored`: delete them. Only this and `discard` delete frames. */
  acknowledged(take: number, stored: number): Promise<void>
  /** Pending samples per take, from `from` to `end`. */
  takes(): Promise<{ take: number; from: number; end: number }[]>
  /** Lengths of all takes this device recorded, acknowledged ones too. Null: unreadable now. */
  held(): Promise<TakeLength[] | null>
  /** Like `held`, for the room: needs no key and answers within two seconds, or null. */
  lengths(): Promise<TakeLength[] | null>
  /** The patient withdrew: deletes pending audio of one take or of all. Returns how much it deleted. */
  discard(take?: number): Promise<TakeLength[]>
  size(): Promise<{ frames: number; samples: number }>
}

/** Recording starts after this time even if the server does not answer. */
const ATTACH_WAIT_MS = 3_000
const open = new Map<string, DurableQueue>()

/** The same queue for every screen of this page. */
export async function openDeviceQueue(consultationId: string): Promise<DeviceQueue> {
  sayKeptHere()
  const existing = open.get(consultationId)
  const doctor = deviceDoctor()
  // Never write into another doctor's database when the page's doctor changes.
  const store = async () => (deviceDoctor() === doctor ? openFrameStore(consultationId) : null)
  const lengths = async () => (deviceDoctor() === doctor ? recordedTakes(consultationId) : null)
  const queue = existing ?? new DurableQueue(store, () => performance.now(), lengths)
  open.set(consultationId, queue)
  const late = new Promise((resolve) => setTimeout(resolve, ATTACH_WAIT_MS))
  // The key may have become available since this page first asked.
  await Promise.race([existing && !existing.persistent ? existing.retry() : queue.attached, late])
  return queue
}

/** Pending samples of each consultation this page has opened, in memory and on disk. */
export const waitingInThisPage = (): Promise<{ consultationId: string; samples: number }[]> =>
  Promise.all(
    [...open].map(async ([consultationId, queue]) => ({ consultationId, samples: (await queue.size()).samples })),
  )

/** Drops the queue of a finished consultation. Pending audio stays until it is sent or the doctor discards it. */
export function forgetDeviceQueue(consultationId: string): void {
  const queue = open.get(consultationId)
  if (queue?.isLoose) return
  void queue?.forget()
  open.delete(consultationId)
}

// Memory is dropped when the page's doctor changes; sealed data stays on the device.
onDeviceDoctor(() => open.clear())

onUnlocked(() => {
  for (const queue of open.values()) void queue.retry()
})
