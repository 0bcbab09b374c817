import type { ConsentState } from '../consent/consent.ts'
import { settled, tell } from './finishing.ts'
import { SAMPLE_RATE } from './frame.ts'
import type { Refusal, RoomGap } from './protocol.ts'
import { type Span, withSpan } from './spans.ts'
import type { Effect, RoomEvent, RoomState, Step, TakeLength } from './state.ts'
import { gapOf, type Take, undoneIn, wallOf } from './take.ts'

/** [C23] Why nothing may be recorded; null when the patient has accepted. */
export const refusesRecording = (consent: ConsentState): Refusal | null =>
  consent === 'accepted' ? null : consent === 'unasked' ? 'consent_missing' : 'consent_refused'

/** [C23], [C24] What the patient said, as D1 has it. What was said earlier does not undo what was said later. */
export function consentTold(state: RoomState, event: Extract<RoomEvent, { type: 'consent' }>, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing' || event.at < state.consent.at) {
    return { state, effects: [] }
  }
  const told = event.state !== state.consent.state
  if (!told && event.discarded.length === 0) return { state, effects: [] }
  const consent = { state: event.state, at: event.at }
  const said: Effect[] = [
    { do: 'save' },
    ...(told ? [{ do: 'broadcast' as const, message: { type: 'consent' as const, state: event.state } }] : []),
  ]
  if (event.state === 'accepted') return { state: { ...state, consent }, effects: [...said, { do: 'listen' }] }
  const gaps = state.takes
    .flatMap((take) => withdrawnFrom(take, event.discarded, now).map((span) => ({ take, span })))
    .map(({ take, span }) => widened(gapOf(state.startedAt, take, span, 'discarded'), state.gaps))
  const added = gaps.filter((one) => !state.gaps.some((known) => covers(known, one)))
  const rest = state.gaps.filter((known) => !added.some((one) => covers(one, known)))
  const effects: Effect[] = [
    ...said,
    ...added.map((one) => ({ do: 'broadcast' as const, message: { type: 'gap' as const, ...one } })),
  ]
  const takes = state.takes.map(withdrawn)
  const next = { ...state, consent, takes, gaps: [...rest, ...added] }
  for (const { take, withdrawn: before } of state.takes) if (!before) effects.push({ do: 'silence', take })
  if (next.phase === 'active') {
    return { state: { ...next, recorder: null }, effects: [...effects, { do: 'tell_recorder' }, { do: 'listen' }] }
  }
  return settled(next, [...effects, tell(next), { do: 'listen' }])
}

/** [C24] What no engine will hear: what is stored and not done, and what the device threw away. */
function withdrawnFrom(take: Take, discarded: readonly TakeLength[], now: number): Span[] {
  const thrown = discarded.find((one) => one.take === take.take)?.samples ?? 0
  // A device cannot have recorded more than time has passed.
  const most = Math.max(0, Math.round(((now - wallOf(take, take.stored)) * SAMPLE_RATE) / 1_000))
  // [C29] Nor will an engine hear again what it passed over.
  const unheard = (take.doubtful ?? []).reduce(withSpan, undoneIn(take))
  return withSpan(unheard, { from: take.stored, to: take.stored + Math.min(thrown, most) })
}

const withdrawn = (take: Take): Take => ({
  ...take,
  withdrawn: true,
  done: withSpan(take.done, { from: 0, to: take.stored }),
})

/** Told again, and longer, it is still the same gap. */
function widened(gap: RoomGap, known: readonly RoomGap[]): RoomGap {
  const before = known.find(
    (one) =>
      one.take === gap.take && one.reason === gap.reason && one.start_ms <= gap.start_ms && one.end_ms >= gap.start_ms,
  )
  return before ? { ...gap, start_ms: before.start_ms, end_ms: Math.max(before.end_ms, gap.end_ms) } : gap
}

const covers = (a: RoomGap, b: RoomGap): boolean =>
  a.take === b.take && a.reason === b.reason && a.start_ms <= b.start_ms && a.end_ms >= b.end_ms
