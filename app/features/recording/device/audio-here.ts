import { unsentAudio } from '#app/lib/device/unsent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import { waitingInThisPage } from './device-queue.ts'

/** Unsent audio. `looseMs` of it exists only in this page's memory and is lost with the page. */
export type AudioHere = { ms: number; looseMs: number }

/** Unsent audio on this device or in this page's memory, in samples for each consultation. */
export const audioToSend = async (): Promise<{ consultationId: string; samples: number }[]> => {
  const all = new Map<string, number>()
  for (const { consultationId, samples } of [...(await unsentAudio()), ...(await waitingInThisPage())])
    all.set(consultationId, Math.max(samples, all.get(consultationId) ?? 0))
  return [...all].map(([consultationId, samples]) => ({ consultationId, samples })).filter(({ samples }) => samples > 0)
}

/** Returns unsent audio in ms, by consultation id. */
export async function audioHere(): Promise<ReadonlyMap<string, AudioHere>> {
  const [kept, inPage] = [await unsentAudio(), await waitingInThisPage()]
  const all = new Map<string, AudioHere>()
  for (const { consultationId, samples } of kept) all.set(consultationId, { ms: msOf(samples), looseMs: 0 })
  for (const { consultationId, samples } of inPage) {
    const ms = msOf(samples)
    const keptMs = all.get(consultationId)?.ms ?? 0
    if (ms > keptMs) all.set(consultationId, { ms, looseMs: ms - keptMs })
  }
  return all
}
