import { refuse, send } from './answers.ts'
import type { Work } from './feeding.ts'
import { msOf } from './frame.ts'
import type { RoomGap } from './protocol.ts'
import {
  ABANDON_AFTER_MS,
  type Active,
  askTimes,
  type Effect,
  type Finishing,
  FLUSH_WATCH_MS,
  type Flushing,
  LEFT_AFTER_MS,
  missingOf,
  REMIND_AFTER_MS,
  type RoomEvent,
  type RoomState,
  type Step,
} from './state.ts'
import { addHolder, clockOf, closeTake, gapOf, progressOf, releaseTake, type Take, undoneIn } from './take.ts'
import { freshDoubt, toHearAgain, wasHeardAgain } from './voice.ts'

type Finish = Extract<RoomEvent, { type: 'finish' }>

/**
 * [C16] Moves an active room to finishing, or completes it with its gaps when the doctor accepts them.
 * Errors: completed, unknown_take.
 */
export function finish(state: RoomState, event: Finish, now: number): Step {
  if (state.phase === 'completed') return refuse(state, event.socket, 'completed')
  if (state.phase === 'flushing')
    return { state, effects: [send(event.socket, { type: 'consultation', status: 'finishing' })] }
  if (event.takes.some(({ take, samples }) => samples > 0 && !state.takes.some((one) => one.take === take))) {
    return refuse(state, event.socket, 'unknown_take')
  }
  // [C17] Ignore `accept_gap` until the room has asked.
  if (state.phase === 'finishing' && state.asked && event.accept_gap) return flush(state, now, [])
  const finishingState = state.phase === 'finishing' ? state : beginFinishing(state, now)
  // [C38] Ignore takes that were never handed out.
  const named = event.takes.filter((one) => state.takes.some((take) => take.take === one.take))
  const finishing: Finishing = {
    ...finishingState,
    takes: state.takes.map((take) => applyFinish(state, take, event)),
    announced: longest([...finishingState.announced, ...named]),
  }
  const effects: Effect[] = [{ do: 'save' }]
  if (state.phase === 'active' && state.recorder) effects.push({ do: 'tell_recorder' })
  const step = checkIfComplete(finishing, [...effects, tell(finishing)])
  return step.state.phase === 'finishing' ? { ...step, effects: [...step.effects, { do: 'listen' }] } : step
}

function beginFinishing({ recorder: _, ...open }: Active, now: number): Finishing {
  const times = { since: now, endedAt: now, heardAt: now }
  return { ...open, ...times, phase: 'finishing', asked: false, wordless: [], announced: [] }
}

/** The longest length announced for each take; a shorter one is ignored. */
function longest(announced: Finishing['announced']): Finishing['announced'] {
  const samples = new Map<number, number>()
  for (const one of announced) samples.set(one.take, Math.max(samples.get(one.take) ?? 0, one.samples))
  return [...samples].map(([take, most]) => ({ take, samples: most }))
}

/** [C16] Accepts a length only from a screen that holds the take. The lease ends here. */
function applyFinish(state: Active | Finishing, take: Take, event: Finish): Take {
  const lease = state.phase === 'active' && state.recorder?.take === take.take ? state.recorder : null
  const unleased: Take = lease?.paused ? { ...take, until: 0 } : take
  // After a reload any page of the session may report: it reads the same device queue.
  const report = event.takes.find((one) => one.take === take.take)
  const reloaded = lease?.socket === null && lease.session === event.session
  if (!reloaded && !take.holders.includes(event.screen))
    return lease?.socket ? unleased : releaseTake(unleased, event.session, event.partial ? null : event.takes)
  if (report?.open) return unleased
  return report || !event.partial ? closeTake(unleased, report?.samples ?? take.stored) : unleased
}

/** [C16] Applies the take lengths of a device that reconnects while the room is finishing. */
export function deferFinish(
  state: Finishing,
  { holds, partial, screen, session }: Extract<RoomEvent, { type: 'hello' }>,
): Finishing {
  const all = partial ? null : (holds ?? null)
  const takes = state.takes.map((take) => {
    const reported = holds?.find((one) => one.take === take.take)
    if (!reported) return releaseTake(take, session, all)
    return reported.open ? addHolder(take, screen) : closeTake(addHolder(take, screen), reported.samples)
  })
  return { ...state, takes }
}

/** Broadcasts missing audio, the question about gaps and wordless voice, in ms. */
export const tell = (state: Finishing): Effect => {
  const wordless_ms = msOf(state.wordless.reduce((sum, { from, to }) => sum + to - from, 0))
  const { asked: ask_gap } = state
  const missing = missingOf(state)
  const message = { type: 'consultation' as const, status: 'finishing' as const, missing, ask_gap }
  return { do: 'broadcast', message: wordless_ms > 0 ? { ...message, wordless_ms } : message }
}

/** Checks for wordless voice once every announced sample is stored and every stored sample is done. */
export function checkIfComplete(state: Finishing, effects: Effect[]): Step {
  return isComplete(state) ? { state, effects: [...effects, { do: 'check_voice' }] } : { state, effects }
}
const isComplete = (state: Finishing): boolean =>
  missingOf(state).length === 0 && state.takes.every((take) => undoneIn(take).length === 0)

/** [C27] Transcribes wordless voice once more; then asks the doctor about the rest, or completes. */
export function onVoice(state: RoomState, spans: readonly Work[], now: number): Step {
  if (state.phase !== 'finishing') return { state, effects: [] }
  const found = { ...state, wordless: spans }
  if (!isComplete(state)) return { state: found, effects: spans.length > 0 ? [{ do: 'save' }, tell(found)] : [] }
  const takeOf = (span: Work) => state.takes.find((one) => one.take === span.take)
  const untried = spans.filter((span) => !wasHeardAgain(takeOf(span), span))
  const fresh = [...untried, ...freshDoubt(state.takes)]
  if (fresh.length > 0) return transcribeAgain(state, fresh, now)
  if (spans.length === 0) return flush(found, now, [])
  const asking = { ...found, asked: true }
  return { state: asking, effects: [{ do: 'save' }, tell(asking)] }
}

/** [C27] Removes the spans from the done ones, so that an engine transcribes them like any other hole. */
export function transcribeAgain(state: Active | Finishing, spans: readonly Work[], now: number): Step {
  const takes = state.takes.map((take) => toHearAgain(take, spans))
  const acks = takes
    .filter((take, i) => take !== state.takes[i])
    .map((take): Effect => ({ do: 'broadcast', message: { type: 'audio_ack', ...progressOf(take) } }))
  const effects: Effect[] = [{ do: 'save' }, ...acks]
  if (state.phase === 'active') return { state: { ...state, takes }, effects: [...effects, { do: 'listen' }] }
  const next = { ...state, takes, wordless: [], asked: false, heardAt: now }
  return { state: next, effects: [...effects, tell(next), { do: 'listen' }] }
}

/** [C18] Turns missing audio and text into gaps and starts the write to D1. */
function flush(state: Finishing | (Active & { endedAt: number }), now: number, effects: Effect[]): Step {
  const gaps: RoomGap[] = [...state.gaps]
  for (const take of state.takes) {
    for (const span of undoneIn(take)) gaps.push(gapOf(state.startedAt, take, span, 'not_transcribed'))
  }
  for (const { take: number, ...span } of state.phase === 'finishing' ? state.wordless : []) {
    const take = state.takes.find((one) => one.take === number)
    if (take) gaps.push(gapOf(state.startedAt, take, span, 'no_words'))
  }
  for (const { take, samples } of state.phase === 'finishing' ? missingOf(state) : []) {
    const existing = state.takes.find((one) => one.take === take)
    if (!existing || samples === 0) continue
    const start_ms = clockOf(state.startedAt, existing, existing.stored)
    gaps.push({ take, start_ms, end_ms: start_ms + msOf(samples), reason: 'not_received' })
  }
  const flushing: Flushing = {
    phase: 'flushing',
    startedAt: state.startedAt,
    consent: state.consent,
    endedAt: state.endedAt,
    takes: state.takes,
    gaps: gaps.sort((a, b) => a.start_ms - b.start_ms),
    attempts: 0,
    retryAt: now + FLUSH_WATCH_MS,
  }
  return { state: flushing, effects: [...effects, { do: 'save' }, { do: 'listen' }, { do: 'flush' }] }
}

/**
 * [C34] Completes a consultation that is too old, with its gaps. Waits while a screen records, and for a day after the
 * doctor last used it. `last`: complete even if a page is still open.
 */
export function onEnd(state: RoomState, last: boolean, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing') return { state, effects: [] }
  const touched = state.phase === 'finishing' ? state.since : state.aloneSince
  const isFresh = touched !== null && now - touched < LEFT_AFTER_MS
  if (state.phase === 'finishing') return isFresh ? { state, effects: [] } : flush(state, now, [])
  const records = state.recorder?.socket && !state.recorder.paused
  if (records || isFresh || (touched === null && !last)) return { state, effects: [] }
  return flush({ ...state, endedAt: state.aloneSince ?? now }, now, [])
}

/** Runs what is due: retry the write [C18], end an abandoned room [C20], ask about gaps [C17]. */
export function onTick(state: RoomState, screens: number, now: number): Step {
  if (state.phase === 'completed') return { state, effects: [] }
  if (state.phase === 'flushing') {
    if (now < state.retryAt) return { state, effects: [] }
    return { state: { ...state, retryAt: now + FLUSH_WATCH_MS }, effects: [{ do: 'save' }, { do: 'flush' }] }
  }
  const aloneSince = screens > 0 ? null : (state.aloneSince ?? now)
  const seen = { ...state, aloneSince }
  const alone = aloneSince === null ? 0 : now - aloneSince
  // [C20]
  if (aloneSince !== null && alone >= ABANDON_AFTER_MS) {
    return flush(seen.phase === 'active' ? { ...seen, endedAt: aloneSince } : seen, now, [])
  }
  const effects: Effect[] = []
  let next: Active | Finishing = seen
  if (alone >= REMIND_AFTER_MS && !seen.reminded) {
    next = { ...next, reminded: true }
    effects.push({ do: 'remind' })
  }
  if (next.phase === 'finishing' && askTimes(next).some((time) => time <= now)) {
    next = { ...next, asked: true }
    // Measure wordless voice before the doctor answers.
    effects.push(tell(next), { do: 'check_voice' })
  }
  if (next.reminded !== state.reminded || aloneSince !== state.aloneSince || effects.length > 0)
    effects.unshift({ do: 'save' })
  return { state: next, effects }
}
