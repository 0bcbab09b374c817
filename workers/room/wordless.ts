import { BATCH_SEGMENT, type Work } from '#domain/consultation/feeding.ts'
import { writtenIn } from '#domain/consultation/lines.ts'
import type { RoomEntry } from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import { type RoomState, takesOf } from '#domain/consultation/state.ts'
import { doubtIn, isQuiet, levelsOf, voiceIn, withoutWords } from '#domain/consultation/voice.ts'
import type { RoomStorage } from './storage.ts'

/** [C27] Returns done spans with voice and no words. Reads only audio beside written words, on request. */
export function wordlessIn(state: RoomState, storage: RoomStorage, entries: readonly RoomEntry[]): Work[] {
  // Demonstration words do not follow the audio, so missing words mean nothing.
  if (state.phase === 'completed' || storage.demonstration) return []
  const { startedAt } = state
  return takesOf(state)
    .filter((take) => !take.withdrawn)
    .flatMap((take) =>
      withoutWords(take, writtenIn(entries, startedAt, take))
        .flatMap((stretch) => voiceIn(levelsIn(storage, take.take, stretch), stretch.from))
        .map((span) => ({ take: take.take, ...span })),
    )
}

/** [C29] Returns spans with voice that the engine answered without words. */
export const doubtfulIn = (storage: RoomStorage, take: number, empty: readonly Span[]): Span[] =>
  storage.demonstration ? [] : empty.flatMap((span) => doubtIn(levelsIn(storage, take, span), span))

/** [C46] Returns true if nothing in the span is as loud as speech. A long span counts as loud: it is not read. */
export function isQuietIn(storage: RoomStorage, { take, ...span }: Work): boolean {
  if (span.to - span.from > BATCH_SEGMENT) return false
  return isQuiet(samplesOf(storage.audio(take, span)))
}

const samplesOf = (pcm: Uint8Array) => new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2)

/** Reads in pieces: an hour of audio does not fit in memory. */
function levelsIn(storage: RoomStorage, take: number, { from, to }: Span): number[] {
  const levels: number[] = []
  for (let at = from; at < to; at += BATCH_SEGMENT) {
    const pcm = storage.audio(take, { from: at, to: Math.min(to, at + BATCH_SEGMENT) })
    levels.push(...levelsOf(samplesOf(pcm)))
  }
  return levels
}
