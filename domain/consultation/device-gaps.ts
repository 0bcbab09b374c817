import { refuse, send } from './answers.ts'
import type { GapReason } from './gap.ts'
import { MOST_GAPS } from './limits.ts'
import type { RoomGap } from './protocol.ts'
import { type Active, type Finishing, type RoomEvent, type RoomState, type Step, withTake } from './state.ts'
import { addAnchor, anchorAt, clockOf, type Take, wallOf } from './take.ts'

type GapEvent = Extract<RoomEvent, { type: 'gap' }>

/** Gap reasons that only a device can report. */
const DEVICE_GAPS: readonly GapReason[] = ['microphone', 'asleep', 'not_kept', 'discarded']

/** Places are counted in samples, lengths in whole milliseconds. */
const ROUNDING_MS = 2

/** [C26] A device reports time without sound. Errors: completed, finishing, bad_message, unknown_take. */
export function onGap(state: RoomState, event: GapEvent, now: number): Step {
  if (state.phase === 'completed') return refuse(state, event.socket, 'completed')
  if (state.phase === 'flushing') return refuse(state, event.socket, 'finishing')
  if (!DEVICE_GAPS.includes(event.reason)) return refuse(state, event.socket, 'bad_message')
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return refuse(state, event.socket, 'unknown_take')
  const gap = { take: take.take, reason: event.reason, start_ms: clockOf(state.startedAt, take, event.at) }
  return event.reason === 'not_kept'
    ? onLostAudio(state, event, take, gap, now)
    : onSilence(state, event, take, gap, now)
}

/** Audio the device could not keep: silent samples replace it, so wall time goes on in it. */
function onLostAudio(state: Active | Finishing, event: GapEvent, take: Take, place: Place, now: number): Step {
  const ms = Math.min(event.ms, now - wallOf(take, event.at))
  const end_ms = place.start_ms + ms
  const alike = alikeIn(state, place)
  // A page that was opened again in the middle of a hole reports the rest of it.
  const start_ms = alike.reduce((at, one) => (one.start_ms <= at ? Math.max(at, one.end_ms) : at), place.start_ms)
  const existing = alike.findLast((one) => one.start_ms <= place.start_ms)
  if (existing && start_ms > place.start_ms && end_ms - start_ms <= ROUNDING_MS) return answer(state, event, existing)
  if (ms <= 0) return answer(state, event, { ...place, end_ms: place.start_ms })
  return addGap(state, event, { ...place, start_ms, end_ms })
}

/** A broken microphone or a sleep: it has no samples, so it moves wall time on. */
function onSilence(state: Active | Finishing, event: GapEvent, take: Take, place: Place, now: number): Step {
  const report = { reason: event.reason, ms: event.ms }
  const anchor = anchorAt(take, event.at)
  const longest = longestGap(take, event, now)
  const existing = alikeIn(state, place).find((one) => one.start_ms === place.start_ms)
  if (existing) {
    // The device slept again before any audio came: it reports the sum, and the gap grows by the difference.
    const before = anchor?.told?.reason === event.reason ? anchor.told.ms : event.ms
    const ms = Math.min(event.ms - before, longest)
    if (!isLast(take, event.at) || ms <= ROUNDING_MS) return answer(state, event, existing)
    const longer = { ...existing, end_ms: existing.end_ms + ms }
    const gaps = state.gaps.map((one) => (one === existing ? longer : one))
    const moved = addAnchor(take, { at: event.at, wall: wallOf(take, event.at) + ms, told: report })
    return saveGap({ ...withTake(state, moved), gaps }, longer)
  }
  const ms = Math.min(event.ms, longest)
  const gap = { ...place, end_ms: place.start_ms + Math.max(0, ms) }
  if (ms <= 0) return answer(state, event, gap)
  if (!isLast(take, event.at)) return addGap(state, event, gap)
  // [C2] The part within a pause has moved wall time already.
  const beyond = Math.max(0, ms - pausedIn(take, event))
  const moved = addAnchor(take, { at: event.at, wall: wallOf(take, event.at) + beyond, told: report })
  return addGap(withTake(state, moved), event, gap)
}

/**
 * The longest a gap can be by the room's clock: the time since the audio before it, less the time since it was over. The
 * device knows best how long that is: the audio recorded since may not be here yet, or not fill a frame.
 */
function longestGap(take: Take, event: GapEvent, now: number): number {
  const over = Math.max(wallOf(take, Math.max(event.at, take.stored)), wallOf(take, event.at) + (event.ago_ms ?? 0))
  return now - over + pausedIn(take, event)
}

/** A device pauses when its microphone breaks. While the doctor pauses, it cannot notice a sleep. */
const pausedIn = (take: Take, event: GapEvent): number =>
  event.reason === 'microphone' ? (anchorAt(take, event.at)?.pausedMs ?? 0) : 0

const isLast = (take: Take, at: number): boolean => at >= (take.anchors.at(-1)?.at ?? 0)

type Place = Pick<RoomGap, 'take' | 'reason' | 'start_ms'>

const alikeIn = (state: Active | Finishing, place: Place): RoomGap[] =>
  state.gaps
    .filter((one) => one.take === place.take && one.reason === place.reason)
    .sort((a, b) => a.start_ms - b.start_ms)

/** Confirms the gap, or one of no length, so that the device stops reporting it. */
const answer = (state: RoomState, event: GapEvent, gap: RoomGap): Step => ({
  state,
  effects: [send(event.socket, { type: 'gap', ...gap })],
})

/** [C38] Answers with a gap of no length once the room is full. */
const addGap = (state: Active | Finishing, event: GapEvent, gap: RoomGap): Step =>
  state.gaps.length >= MOST_GAPS
    ? answer(state, event, { ...gap, end_ms: gap.start_ms })
    : saveGap({ ...state, gaps: [...state.gaps, gap] }, gap)

const saveGap = (state: RoomState, gap: RoomGap): Step => ({
  state,
  effects: [{ do: 'save' }, { do: 'broadcast', message: { type: 'gap', ...gap } }],
})
