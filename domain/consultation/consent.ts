import type { ConsentState } from '../consent/consent.ts'
import { checkIfComplete, tell } from './finishing.ts'
import { SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import type { Refusal, RoomGap, TakeLength } from './protocol.ts'
import { type Span, withSpan } from './spans.ts'
import type { Effect, RoomEvent, RoomState, Step } from './state.ts'
import { gapOf, type Take, undoneIn, wallOf } from './take.ts'

const WHOLE = { from: 0, to: SAMPLE_MAX }

/** [C23] Why nothing may be recorded; null when the patient has accepted. */
export const refusesRecording = (consent: ConsentState): Refusal | null =>
  consent === 'accepted' ? null : consent === 'unasked' ? 'consent_missing' : 'consent_refused'

/** [C23], [C24] Applies the consent stored in D1. An older answer never replaces a later one. */
export function onConsent(state: RoomState, event: Extract<RoomEvent, { type: 'consent' }>, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing' || event.at < state.consent.at) {
    return { state, effects: [] }
  }
  const isNew = event.state !== state.consent.state
  if (!isNew && event.discarded.length === 0) return { state, effects: [] }
  const consent = { state: event.state, at: event.at }
  const common: Effect[] = [
    { do: 'save' },
    ...(isNew ? [{ do: 'broadcast' as const, message: { type: 'consent' as const, state: event.state } }] : []),
  ]
  if (event.state === 'accepted') return { state: { ...state, consent }, effects: [...common, { do: 'listen' }] }
  const gaps = state.takes
    .flatMap((take) => withdrawnFrom(take, event.discarded, now).map((span) => ({ take, span })))
    .map(({ take, span }) => widened(gapOf(state.startedAt, take, span, 'discarded'), state.gaps))
  const added = gaps.filter((one) => !state.gaps.some((existing) => covers(existing, one)))
  const rest = state.gaps.filter((existing) => !added.some((one) => covers(one, existing)))
  const effects: Effect[] = [
    ...common,
    ...added.map((one) => ({ do: 'broadcast' as const, message: { type: 'gap' as const, ...one } })),
  ]
  const takes = state.takes.map(withdrawn)
  const next = { ...state, consent, takes, gaps: [...rest, ...added] }
  for (const { take, withdrawn: before } of state.takes) if (!before) effects.push({ do: 'silence', take, span: WHOLE })
  if (next.phase === 'active') {
    return { state: { ...next, recorder: null }, effects: [...effects, { do: 'tell_recorder' }, { do: 'listen' }] }
  }
  return checkIfComplete(next, [...effects, tell(next), { do: 'listen' }])
}

/** [C24] Spans without text: stored but not done, doubtful, or discarded by the device. */
function withdrawnFrom(take: Take, discarded: readonly TakeLength[], now: number): Span[] {
  const thrown = discarded.find((one) => one.take === take.take)?.samples ?? 0
  // A device cannot have recorded for longer than the time that passed.
  const most = Math.max(0, Math.round(((now - wallOf(take, take.stored)) * SAMPLE_RATE) / 1_000))
  // [C29] No engine will try the doubtful spans again.
  const unheard = (take.doubtful ?? []).reduce(withSpan, undoneIn(take))
  return withSpan(unheard, { from: take.stored, to: take.stored + Math.min(thrown, most) })
}

const withdrawn = (take: Take): Take => ({
  ...take,
  withdrawn: true,
  done: withSpan(take.done, { from: 0, to: take.stored }),
})

/** Merges a repeated report with the gap that it extends. */
function widened(gap: RoomGap, existing: readonly RoomGap[]): RoomGap {
  const before = existing.find(
    (one) =>
      one.take === gap.take && one.reason === gap.reason && one.start_ms <= gap.start_ms && one.end_ms >= gap.start_ms,
  )
  return before ? { ...gap, start_ms: before.start_ms, end_ms: Math.max(before.end_ms, gap.end_ms) } : gap
}

const covers = (a: RoomGap, b: RoomGap): boolean =>
  a.take === b.take && a.reason === b.reason && a.start_ms <= b.start_ms && a.end_ms >= b.end_ms
