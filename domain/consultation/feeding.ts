import { SAMPLE_RATE } from './frame.ts'
import type { Span } from './spans.ts'
import { type RoomState, takesOf } from './state.ts'
import { undoneIn } from './take.ts'

/** Up to this far behind, a live socket catches up by itself: it takes 1.25 x real time. */
export const LIVE_BACKLOG = 15 * SAMPLE_RATE
export const BATCH_SEGMENT = 30 * SAMPLE_RATE
/** An engine that starts in the middle hears this much before it, for its own understanding. */
export const LEAD_IN = SAMPLE_RATE

export type Work = Span & { take: number }

/** The take that is heard live: the recorder's. */
export const liveTakeOf = (state: RoomState): number | null =>
  state.phase === 'active' && state.recorder ? state.recorder.take : null

/** Where a live session should begin in its take; null when there is nothing to hear. `batch`: the engine has that endpoint. */
export function liveFrom(state: RoomState, batch: boolean): { take: number; from: number } | null {
  const take = takesOf(state).find((one) => one.take === liveTakeOf(state))
  const first = take && undoneIn(take)[0]
  if (!take || !first) return null
  // [C15] Too far behind: live begins at the end, the rest goes in segments.
  return { take: take.take, from: batch && take.stored - first.from > LIVE_BACKLOG ? take.stored : first.from }
}

/** The next segment for the batch endpoint: the earliest audio that no live session is hearing or about to hear. */
export function nextSegment(state: RoomState, live: { take: number; from: number } | null): Work | null {
  for (const take of [...takesOf(state)].sort((a, b) => a.startedAt - b.startedAt)) {
    for (const span of undoneIn(take)) {
      const to = live?.take === take.take ? Math.min(span.to, live.from) : span.to
      if (to > span.from) return { take: take.take, from: span.from, to: Math.min(to, span.from + BATCH_SEGMENT) }
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
