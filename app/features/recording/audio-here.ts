import { unsentAudio } from '#app/lib/device/unsent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import { waitingInThisPage } from './device-queue.ts'

/** Audio that was not sent: `loose` of it lies in this page's memory only, and is lost with the page. */
export type AudioHere = { ms: number; looseMs: number }

/** By consultation. */
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
