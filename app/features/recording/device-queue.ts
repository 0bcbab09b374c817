import { deviceDoctor, onDeviceDoctor } from '#app/lib/device/doctor.ts'
import { openFrameStore, type QueuedFrame, type TakeLength } from '#app/lib/device/frames.ts'
import { sayKeptHere } from '#app/lib/device/kept-here.ts'
import { recordedTakes } from '#app/lib/device/unsent.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { DurableQueue } from './durable-queue.ts'

export type { QueuedFrame, TakeLength }

/**
 * 'unprotected': this page's memory only (no key, no database), or the browser would not promise to keep what it has;
 * `persistent` tells the two apart. 'full', 'failed': frames stay in memory and are sent from there.
 */
export type QueueHealth = 'ok' | 'unprotected' | 'full' | 'failed'

/** Where audio waits until the room has stored it. One consultation each. Nothing here rejects but `put`. */
export type DeviceQueue = {
  /** True when what lies here survives the page. */
  readonly persistent: boolean
  health(): QueueHealth
  /** Called at every change of `health` or `persistent`; returns the way to stop it. */
  onHealth(listener: () => void): () => void
  /** The room handed this take to us: from now on this device speaks for it. */
  begin(take: number): Promise<void>
  /** Resolves when the frame is kept as well as this device can. Rejects when it can't at all: it is lost, and a hole. */
  put(frame: QueuedFrame): Promise<void>
  /** The frame that holds sample `from` of the take, or the first one after it; null when there is none, or none now. */
  pending(take: number, from: number): Promise<QueuedFrame | null>
  /** Samples from `from` to `end` were recorded, and can never be given. Null: they can, or it can't be told now. */
  hole(take: number, from: number): Promise<{ end: number } | null>
  /** The room has stored everything before sample `stored`: it may go. The only way out of the queue but `discard`. */
  acknowledged(take: number, stored: number): Promise<void>
  /** What waits, per take: samples from `from` to `end`. */
  takes(): Promise<{ take: number; from: number; end: number }[]>
  /** Every take this device has recorded of the consultation, also when nothing of it waits. Null: it can't be told now. */
  held(): Promise<TakeLength[] | null>
  /** The same for the room, which needs no audio: known without a key, and within two seconds or not at all. */
  lengths(): Promise<TakeLength[] | null>
  /** The patient withdrew: throws away what waits, of one take or of all, and says how much it was. */
  discard(take?: number): Promise<TakeLength[]>
  size(): Promise<{ frames: number; samples: number }>
}

/** A server that does not answer keeps nobody from recording. */
const ATTACH_WAIT_MS = 3_000
const open = new Map<string, DurableQueue>()

/** The same queue for every screen of this page. */
export async function openDeviceQueue(consultationId: string): Promise<DeviceQueue> {
  sayKeptHere()
  const known = open.get(consultationId)
  const doctor = deviceDoctor()
  // Not into another doctor's database, whoever signs in at this page later.
  const store = async () => (deviceDoctor() === doctor ? openFrameStore(consultationId) : null)
  const lengths = async () => (deviceDoctor() === doctor ? recordedTakes(consultationId) : null)
  const queue = known ?? new DurableQueue(store, () => performance.now(), lengths)
  open.set(consultationId, queue)
  const late = new Promise((resolve) => setTimeout(resolve, ATTACH_WAIT_MS))
  // A key that was not to be had when this page first asked may be by now.
  await Promise.race([known && !known.persistent ? known.retry() : queue.attached, late])
  return queue
}

/** The consultations whose audio this page has to do with, and how much of each waits, wherever it lies. */
export const waitingInThisPage = (): Promise<{ consultationId: string; samples: number }[]> =>
  Promise.all(
    [...open].map(async ([consultationId, queue]) => ({ consultationId, samples: (await queue.size()).samples })),
  )

/** The consultation is over. What still waits, on the disk or here alone, stays until it is sent or the doctor discards it. */
export function forgetDeviceQueue(consultationId: string): void {
  const queue = open.get(consultationId)
  if (queue?.isLoose) return
  void queue?.forget()
  open.delete(consultationId)
}

// What this page holds in memory goes with its doctor. What is sealed on the device stays for them.
onDeviceDoctor(() => open.clear())

onUnlocked(() => {
  for (const queue of open.values()) void queue.retry()
})
