import { isDeviceListening, LEAD_IN, storedBeforeDevice } from './device-spans.ts'
import { SAMPLE_RATE } from './frame.ts'
import { holesIn, type Span, type Written, withoutSpans, withSpan } from './spans.ts'
import { missingOf, type RoomState, takesOf } from './state.ts'
import type { Take } from './take.ts'

/** Up to this far behind, a live socket catches up by itself: it takes 1.25 x real time. */
const LIVE_BACKLOG = 15 * SAMPLE_RATE
/** Shorter while finishing: the doctor is waiting. */
const LAST_BACKLOG = 3 * SAMPLE_RATE
export const BATCH_SEGMENT = 30 * SAMPLE_RATE
export type Work = Span & { take: number }

/** The take for the live engine: the recorder's, or while finishing the one whose audio still arrives. */
export function liveTakeOf(state: RoomState, current?: number): number | null {
  if (state.phase === 'active') return state.recorder?.take ?? null
  return state.phase === 'finishing' && missingOf(state).some((one) => one.take === current) ? (current ?? null) : null
}

/** [C15] A live session that has been sent audio up to `fedTo` cannot catch up in good time. */
export function isTooFarBehind(state: RoomState, live: { take: number; from: number; fedTo: number }): boolean {
  const take = takesOf(state).find((one) => one.take === live.take)
  const stored = take ? storedBeforeDevice(take, live.from) : 0
  return stored - live.fedTo > (state.phase === 'finishing' ? LAST_BACKLOG : LIVE_BACKLOG)
}

/** Stored spans that are neither done nor in work, and that no device hears [C44]. */
function openIn(take: Take, busy: Work | null): readonly Span[] {
  const holes = holesIn(busy?.take === take.take ? withSpan(take.done, busy) : take.done, take.stored)
  return take.deviceSpans ? withoutSpans(holes, take.deviceSpans) : holes
}

/** Where a live session should begin, in samples; null without pending audio. `batch`: the engine has that endpoint. */
export function liveFrom(state: RoomState, batch: boolean, busy: Work | null): { take: number; from: number } | null {
  const take = takesOf(state).find((one) => one.take === liveTakeOf(state))
  const first = take && openIn(take, busy)[0]
  // [C44] Beside the device's recogniser the rest goes in segments.
  if (!take || !first || (batch && isDeviceListening(take))) return null
  // [C15] Too far behind: live begins at the end, the rest goes in segments.
  return { take: take.take, from: batch && take.stored - first.from > LIVE_BACKLOG ? take.stored : first.from }
}

/** Engines place the same word a little apart each time. */
const SLACK = SAMPLE_RATE / 10

/**
 * [C12] Spans whose words an engine session starting at `from` must not write again. In the second before `from`, and in
 * audio that is transcribed again, only written words count: an empty result may have missed the beginning of a word.
 */
export function heardBefore(from: number, take: Take, written: readonly Written[], busy: Work | null): Span[] {
  const seam = Math.max(0, from - LEAD_IN)
  // Another session transcribes the holes before `from`.
  const isOthers = holesIn(take.done, from).some((hole) => hole.to > seam)
  // A word in the middle of its first tenth of a second was cut off by the beginning of the audio.
  const begins = seam > 0 ? seam + SLACK : 0
  const certain = [{ from: 0, to: isOthers ? from : begins }, ...take.done.filter((span) => span.from >= from)]
  const near = written.filter((span) => span.to > seam)
  const spans = near.map(({ from: start, to, isLine }) => {
    // [C44] A line of the device ends where its recogniser stopped to listen: the next word is the other engine's.
    const slack = isLine && take.deviceSpans ? 0 : SLACK
    return { from: start - slack, to: to + slack }
  })
  return [...certain, ...spans, ...(busy?.take === take.take ? [busy] : [])]
}

/**
 * The next segment for the batch endpoint: the earliest audio outside the live session. The end
 * of a take that still grows waits until there is enough of it, so that no word is cut needlessly.
 */
export function nextSegment(
  state: RoomState,
  live: { take: number; from: number } | null,
  grows: (take: number) => boolean,
): Work | null {
  for (const take of [...takesOf(state)].sort((a, b) => a.startedAt - b.startedAt)) {
    for (const span of openIn(take, null)) {
      const to = live?.take === take.take ? Math.min(span.to, live.from) : span.to
      if (to <= span.from) continue
      if (to === take.stored && to - span.from < BATCH_SEGMENT && grows(take.take)) continue
      return { take: take.take, from: span.from, to: Math.min(to, span.from + BATCH_SEGMENT) }
    }
  }
  return null
}

/** Where to cut a segment that goes on: the quietest tenth of a second of its last third. */
export function quietCut(pcm: Int16Array, span: Span): number {
  const size = SAMPLE_RATE / 10
  let best = { at: pcm.length, energy: Number.POSITIVE_INFINITY }
  for (let at = Math.floor((pcm.length * 2) / 3); at + size <= pcm.length; at += size) {
    let energy = 0
    for (let i = at; i < at + size; i++) energy += (pcm[i] as number) ** 2
    if (energy <= best.energy) best = { at: at + size / 2, energy }
  }
  return span.from + best.at
}
