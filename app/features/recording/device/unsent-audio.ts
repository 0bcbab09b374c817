import { unsentAudio } from '#app/lib/device/unsent.ts'
import { wavHeader } from '#domain/consultation/wav.ts'
import { type DeviceQueue, forgetDeviceQueue, openDeviceQueue } from './device-queue.ts'

/** Deletes unsent audio that the room refuses, at the doctor's request. Returns how much. */
export async function discardUnsent(consultationId: string): Promise<{ take: number; samples: number }[]> {
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
  if (await isLocked(queue, consultationId)) return null
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

/** The disk has some of it but there is no key. */
const isLocked = async (queue: DeviceQueue, id: string): Promise<boolean> =>
  (await queue.held()) === null && (await unsentAudio()).some(({ consultationId }) => consultationId === id)

/** Returns the samples from `at` on, or silence up to the next stored sample. */
async function partAt(queue: DeviceQueue, take: number, at: number): Promise<Int16Array<ArrayBuffer> | null> {
  const frame = await queue.pending(take, at)
  if (frame && frame.at <= at) return frame.samples.subarray(at - frame.at) as Int16Array<ArrayBuffer>
  const end = frame?.at ?? (await queue.hole(take, at))?.end
  return end === undefined ? null : new Int16Array(end - at)
}
