import { BATCH_SEGMENT, type Work } from '#domain/consultation/feeding.ts'
import { writtenIn } from '#domain/consultation/lines.ts'
import type { RoomEntry } from '#domain/consultation/protocol.ts'
import { type Span, withoutSpans } from '#domain/consultation/spans.ts'
import { type RoomState, takesOf } from '#domain/consultation/state.ts'
import type { Take } from '#domain/consultation/take.ts'
import { doubtIn, isQuiet, levelsOf, voiceIn, withoutWords } from '#domain/consultation/voice.ts'
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import type { RoomStorage } from './storage.ts'

/** [C27] Returns done spans with voice and no words. Reads only audio beside written words, on request. */
export function wordlessIn(state: RoomState, storage: RoomStorage, entries: readonly RoomEntry[]): Work[] {
  if (state.phase === 'completed' || isDemonstration(storage)) return []
  const { startedAt } = state
  return takesOf(state)
    .filter((take) => !take.withdrawn)
    .flatMap((take) =>
      withoutWords(take, writtenIn(entries, startedAt, take))
        .flatMap((stretch) => voiceIn(levelsIn(storage, take.take, stretch), stretch.from))
        .map((span) => ({ take: take.take, ...span })),
    )
}

/**
 * [C29] Returns the spans with voice that an answer left without words: `empty` ones, and 3 s or more of it `before` the
 * first word of a page's result. Spans answered earlier are not read again.
 */
export function doubtfulIn(storage: RoomStorage, take: Take, empty: readonly Span[], before?: Span): Span[] {
  if (isDemonstration(storage)) return []
  const fresh = (spans: readonly Span[]) => withoutSpans(spans, take.done)
  const levels = (span: Span) => levelsIn(storage, take.take, span)
  return [
    ...fresh(empty).flatMap((span) => doubtIn(levels(span), span)),
    ...fresh(before ? [before] : []).flatMap((span) => voiceIn(levels(span), span.from)),
  ]
}

/** Demonstration words do not follow the audio, so missing words mean nothing. */
const isDemonstration = (storage: RoomStorage): boolean =>
  storage.demonstration || storage.engineName === DEMONSTRATION_MODEL

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
