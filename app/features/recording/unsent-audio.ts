import { openFrameStore } from '#app/lib/device/frames.ts'
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { forgetDeviceQueue, openDeviceQueue } from './device-queue.ts'

/** What nobody takes any more, as the doctor decides. */
const READ = 40
const WAV_HEADER_BYTES = 44

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
  return new Blob([wavHeader(samples), ...parts], { type: 'audio/wav' })
}

function wavHeader(samples: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(WAV_HEADER_BYTES))
  const text = (at: number, word: string) => {
    for (let i = 0; i < word.length; i++) header.setUint8(at + i, word.charCodeAt(i))
  }
  text(0, 'RIFF')
  header.setUint32(4, WAV_HEADER_BYTES - 8 + samples * 2, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, SAMPLE_RATE, true)
  header.setUint32(28, SAMPLE_RATE * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, samples * 2, true)
  return header.buffer
}
