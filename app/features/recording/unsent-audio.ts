import { openFrameStore } from '#app/lib/device/frames.ts'
import { wavHeader } from '#domain/consultation/wav.ts'
import { forgetDeviceQueue, openDeviceQueue } from './device-queue.ts'

/** What nobody takes any more, as the doctor decides. */
const READ = 40

/** Says how much it was. */
export async function discardUnsent(consultationId: string): Promise<{ take: number; samples: number }[]> {
  const discarded = await (await openDeviceQueue(consultationId)).discard()
  forgetDeviceQueue(consultationId)
  return discarded
}

/** All that waits of a consultation as one WAV, take after take; what can't be read is silence. Null: no key now. */
export async function downloadUnsent(consultationId: string): Promise<Blob | null> {
  const store = await openFrameStore(consultationId).catch(() => null)
  if (!store) return null
  const parts: BlobPart[] = []
  let samples = 0
  const add = (part: Int16Array) => {
    samples += part.length
    parts.push(part as Int16Array<ArrayBuffer>)
  }
  for (const { take, from, end } of await store.takes()) {
    let at = from
    while (at < end) {
      const frames = await store.read(take, at, READ)
      for (const frame of frames) {
        if (frame.at > at) add(new Int16Array(frame.at - at))
        add(frame.samples.subarray(Math.max(0, at - frame.at)))
        at = frame.at + frame.samples.length
      }
      if (frames.length > 0) continue
      add(new Int16Array(end - at))
      at = end
    }
  }
  return new Blob([wavHeader(samples * 2), ...parts], { type: 'audio/wav' })
}
