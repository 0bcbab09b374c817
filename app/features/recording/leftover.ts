import { deviceVault } from '#app/lib/device/vault.ts'
import { wavHeader } from '#domain/consultation/wav.ts'
import { type DeviceQueue, forgetDeviceQueue, openDeviceQueue } from './device-queue.ts'

/** What waits on this device of a consultation whose room takes nothing any more. */

/** As one sound file, take after take; what is damaged is silence of the same length. Null: it can't be opened now. */
export async function leftoverWav(consultationId: string): Promise<Blob | null> {
  if (!(await deviceVault())?.canOpen()) return null
  const queue = await openDeviceQueue(consultationId)
  const parts: Int16Array<ArrayBuffer>[] = []
  for (const { take, from, end } of await queue.takes()) parts.push(...(await readTake(queue, take, from, end)))
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0)
  return new Blob([wavHeader(bytes), ...parts], { type: 'audio/wav' })
}

async function readTake(queue: DeviceQueue, take: number, from: number, end: number) {
  const parts: Int16Array<ArrayBuffer>[] = []
  for (let at = from; at < end; ) {
    const frame = await queue.pending(take, at)
    const next = Math.min(frame ? frame.at : end, end)
    if (next > at) parts.push(new Int16Array(next - at))
    if (!frame) break
    const samples = frame.samples.slice(Math.max(0, at - frame.at), Math.max(0, end - frame.at))
    parts.push(samples as Int16Array<ArrayBuffer>)
    at = Math.max(at, frame.at + frame.samples.length)
  }
  return parts
}

export async function discardLeftover(consultationId: string): Promise<void> {
  const queue = await openDeviceQueue(consultationId)
  await queue.discard()
  forgetDeviceQueue(consultationId)
}
