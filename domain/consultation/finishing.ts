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
import { clockOf, closed, disowned, gapOf, heldBy, progressOf, type Take, undoneIn } from './take.ts'
import { freshDoubt, toHearAgain, wasHeardAgain } from './voice.ts'

type Finish = Extract<RoomEvent, { type: 'finish' }>

/** [C16] */
export function finish(state: RoomState, event: Finish, now: number): Step {
  if (state.phase === 'completed') return refuse(state, event.socket, 'completed')
  if (state.phase === 'flushing')
    return { state, effects: [send(event.socket, { type: 'consultation', status: 'finishing' })] }
  if (event.takes.some(({ take, samples }) => samples > 0 && !state.takes.some((one) => one.take === take))) {
    return refuse(state, event.socket, 'unknown_take')
  }
  // [C17] Only a room that asked takes yes for an answer.
  if (state.phase === 'finishing' && state.asked && event.accept_gap) return flush(state, now, [])
  const before = state.phase === 'finishing' ? state.announced : []
  const finishing: Finishing = {
    phase: 'finishing',
    startedAt: state.startedAt,
    consent: state.consent,
    takes: state.takes.map((take) => answered(state, take, event)),
    gaps: state.gaps,
    aloneSince: state.aloneSince,
    reminded: state.reminded,
    since: state.phase === 'finishing' ? state.since : now,
    endedAt: state.phase === 'finishing' ? state.endedAt : now,
    heardAt: state.phase === 'finishing' ? state.heardAt : now,
    asked: state.phase === 'finishing' && state.asked,
    wordless: state.phase === 'finishing' ? state.wordless : [],
    // [C38] A take that was never handed out has no length to keep.
    announced: longest([...before, ...event.takes.filter((one) => state.takes.some((take) => take.take === one.take))]),
  }
  const effects: Effect[] = [{ do: 'save' }]
  if (state.phase === 'active' && state.recorder) effects.push({ do: 'tell_recorder' })
  const step = settled(finishing, [...effects, tell(finishing)])
  return step.state.phase === 'finishing' ? { ...step, effects: [...step.effects, { do: 'listen' }] } : step
}

/** One who knows less of a take does not shorten it. */
function longest(announced: Finishing['announced']): Finishing['announced'] {
  const samples = new Map<number, number>()
  for (const one of announced) samples.set(one.take, Math.max(samples.get(one.take) ?? 0, one.samples))
  return [...samples].map(([take, most]) => ({ take, samples: most }))
}

/** [C16] Only who holds a take says how long it is. The lease ends here. */
function answered(state: Active | Finishing, take: Take, event: Finish): Take {
  const lease = state.phase === 'active' && state.recorder?.take === take.take ? state.recorder : null
  const rests: Take = lease?.paused ? { ...take, until: 0 } : take
  // After a reload any page of its session may: it has the same device's audio.
  const said = event.takes.find((one) => one.take === take.take)
  const reloaded = lease?.socket === null && lease.session === event.session
  if (!reloaded && !take.holders.includes(event.screen))
    return lease?.socket ? rests : disowned(rests, event.session, event.partial ? null : event.takes)
  if (said?.open) return rests
  return said || !event.partial ? closed(rests, said?.samples ?? take.stored) : rests
}

/** [C16] A device that comes back says how long its takes are: while finishing it records no more. */
export function heldBack(
  state: Finishing,
  { holds, partial, screen, session }: Extract<RoomEvent, { type: 'hello' }>,
): Finishing {
  const all = partial ? null : (holds ?? null)
  const takes = state.takes.map((take) => {
    const held = holds?.find((one) => one.take === take.take)
    if (!held) return disowned(take, session, all)
    return held.open ? heldBy(take, screen) : closed(heldBy(take, screen), held.samples)
  })
  return { ...state, takes }
}

export const tell = (state: Finishing): Effect => {
  const wordless_ms = msOf(state.wordless.reduce((sum, { from, to }) => sum + to - from, 0))
  const { asked: ask_gap } = state
  const missing = missingOf(state)
  const message = { type: 'consultation' as const, status: 'finishing' as const, missing, ask_gap }
  return { do: 'broadcast', message: wordless_ms > 0 ? { ...message, wordless_ms } : message }
}

/** Moves on when every announced sample is stored, every stored sample is done, and no voice is without words. */
export function settled(state: Finishing, effects: Effect[]): Step {
  return isComplete(state) ? { state, effects: [...effects, { do: 'check_voice' }] } : { state, effects }
}
const isComplete = (state: Finishing): boolean =>
  missingOf(state).length === 0 && state.takes.every((take) => undoneIn(take).length === 0)

/** [C27] Voice without words is heard once more by itself; what stays without is asked about at once. */
export function voiceFound(state: RoomState, spans: readonly Work[], now: number): Step {
  if (state.phase !== 'finishing') return { state, effects: [] }
  const found = { ...state, wordless: spans }
  if (!isComplete(state)) return { state: found, effects: spans.length > 0 ? [{ do: 'save' }, tell(found)] : [] }
  const unheard = spans.filter(
    (span) =>
      !wasHeardAgain(
        state.takes.find((one) => one.take === span.take),
        span,
      ),
  )
  const fresh = [...unheard, ...freshDoubt(state.takes)]
  if (fresh.length > 0) return heardAgain(state, fresh, now)
  if (spans.length === 0) return flush(found, now, [])
  const asking = { ...found, asked: true }
  return { state: asking, effects: [{ do: 'save' }, tell(asking)] }
}

/** [C27] Undone once more: from here on it is heard like any other hole. */
export function heardAgain(state: Active | Finishing, spans: readonly Work[], now: number): Step {
  const takes = state.takes.map((take) => toHearAgain(take, spans))
  const acks = takes
    .filter((take, i) => take !== state.takes[i])
    .map((take): Effect => ({ do: 'broadcast', message: { type: 'audio_ack', ...progressOf(take) } }))
  const effects: Effect[] = [{ do: 'save' }, ...acks]
  if (state.phase === 'active') return { state: { ...state, takes }, effects: [...effects, { do: 'listen' }] }
  const next = { ...state, takes, wordless: [], asked: false, heardAt: now }
  return { state: next, effects: [...effects, tell(next), { do: 'listen' }] }
}

/** [C18] What is missing by now becomes a gap. */
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
    const known = state.takes.find((one) => one.take === take)
    if (!known || samples === 0) continue
    const start_ms = clockOf(state.startedAt, known, known.stored)
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
 * [C34] Whatever it waits for. Not while somebody records, nor for a day after somebody was at it: that is no consultation
 * that was left. `last`: a page that stays open counts for nothing any more.
 */
export function ended(state: RoomState, last: boolean, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing') return { state, effects: [] }
  const touched = state.phase === 'finishing' ? state.since : state.aloneSince
  const isFresh = touched !== null && now - touched < LEFT_AFTER_MS
  if (state.phase === 'finishing') return isFresh ? { state, effects: [] } : flush(state, now, [])
  const records = state.recorder?.socket && !state.recorder.paused
  if (records || isFresh || (touched === null && !last)) return { state, effects: [] }
  return flush({ ...state, endedAt: state.aloneSince ?? now }, now, [])
}

export function ticked(state: RoomState, screens: number, now: number): Step {
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
    // What the doctor may let go is looked at before.
    effects.push(tell(next), { do: 'check_voice' })
  }
  if (next.reminded !== state.reminded || aloneSince !== state.aloneSince || effects.length > 0)
    effects.unshift({ do: 'save' })
  return { state: next, effects }
}
