import { deviceDoctor, onDeviceDoctor, sayKeptHere } from '#app/lib/device/doctor.ts'
import { openFrameStore, recordedTakes, unsentAudio } from '#app/lib/device/frames.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'
import { wavHeader } from '#domain/consultation/wav.ts'
import { DeviceQueue } from './device-queue.ts'

/** Recording starts after this time even if the server does not answer. */
const ATTACH_WAIT_MS = 3_000
const queues = new Map<string, DeviceQueue>()

/** Returns the device queue of a consultation: the same one for every screen of this page. */
export async function openDeviceQueue(consultationId: string): Promise<DeviceQueue> {
  sayKeptHere()
  const existing = queues.get(consultationId)
  const doctor = deviceDoctor()
  // Never write into another doctor's database when the page's doctor changes.
  const store = async () => (deviceDoctor() === doctor ? openFrameStore(consultationId) : null)
  const lengths = async () => (deviceDoctor() === doctor ? recordedTakes(consultationId) : null)
  const queue = existing ?? new DeviceQueue(store, () => performance.now(), lengths)
  queues.set(consultationId, queue)
  const late = new Promise((resolve) => setTimeout(resolve, ATTACH_WAIT_MS))
  // The key may have become available since this page first asked.
  await Promise.race([existing && !existing.persistent ? existing.retry() : queue.attached, late])
  return queue
}

/** Drops the queue of a finished consultation. Pending audio stays until it is sent or the doctor discards it. */
export function forgetDeviceQueue(consultationId: string): void {
  const queue = queues.get(consultationId)
  if (queue?.isLoose) return
  void queue?.forget()
  queues.delete(consultationId)
}

// Memory is dropped when the page's doctor changes; sealed data stays on the device.
onDeviceDoctor(() => queues.clear())

onUnlocked(() => {
  for (const queue of queues.values()) void queue.retry()
})

/** Pending audio of one consultation. `looseMs` of it exist only in this page's memory and are lost with the page. */
export type PendingAudio = { samples: number; ms: number; looseMs: number }

/** Returns the pending audio on this device and in this page's memory, by consultation id. Needs no key. */
export async function pendingAudio(): Promise<ReadonlyMap<string, PendingAudio>> {
  const pending = new Map<string, PendingAudio>()
  for (const { consultationId, samples } of await unsentAudio())
    pending.set(consultationId, { samples, ms: msOf(samples), looseMs: 0 })
  const inPage = [...queues].map(async ([id, queue]) => [id, (await queue.size()).samples] as const)
  for (const [id, samples] of await Promise.all(inPage)) {
    const onDisk = pending.get(id)?.samples ?? 0
    if (samples > onDisk) pending.set(id, { samples, ms: msOf(samples), looseMs: msOf(samples) - msOf(onDisk) })
  }
  return pending
}

/** Deletes pending audio that the room refuses, at the doctor's request. Returns how much, in samples. */
export async function discardUnsent(consultationId: string): Promise<TakeLength[]> {
  const discarded = await (await openDeviceQueue(consultationId)).discard()
  forgetDeviceQueue(consultationId)
  return discarded
}

/**
 * Returns all pending audio of a consultation as one WAV, take after take; lost parts are silence. Null: some audio
 * is unreadable now, and the file would look complete.
 */
export async function downloadUnsent(consultationId: string): Promise<Blob | null> {
  const queue = await openDeviceQueue(consultationId)
  // The disk has some of it but there is no key.
  const isLocked = (await queue.takeLengths()) === null
  if (isLocked && (await unsentAudio()).some((one) => one.consultationId === consultationId)) return null
  const parts: Int16Array<ArrayBuffer>[] = []
  for (const { take, from, end } of await queue.takes()) {
    let at = from
    while (at < end) {
      const part = await partAt(queue, take, at)
      if (!part) return null
      parts.push(part)
      at += part.length
    }
  }
  const samples = parts.reduce((sum, part) => sum + part.length, 0)
  return new Blob([wavHeader(samples * 2), ...parts], { type: 'audio/wav' })
}

/** Returns the samples from `at` on, or silence up to the next stored sample. Null: unreadable now. */
async function partAt(queue: DeviceQueue, take: number, at: number): Promise<Int16Array<ArrayBuffer> | null> {
  const frame = await queue.pending(take, at)
  if (frame && frame.at <= at) return frame.samples.subarray(at - frame.at) as Int16Array<ArrayBuffer>
  const end = frame?.at ?? (await queue.hole(take, at))?.end
  return end === undefined ? null : new Int16Array(end - at)
}
