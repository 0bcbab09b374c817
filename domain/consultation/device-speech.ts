import { refuse } from './answers.ts'
import { isHolder } from './device-spans.ts'
import { SAMPLE_MAX } from './frame.ts'
import type { ClientMessage } from './protocol.ts'
import { isInside, type Span, withSpan } from './spans.ts'
import { type Active, type Finishing, type RoomEvent, type RoomState, type Step, withTake } from './state.ts'
import type { Take } from './take.ts'
import type { HeardLine } from './utterance.ts'

export type DeviceResult = Extract<ClientMessage, { type: 'device_result' }>

/** The most spans a take keeps; a recogniser that restarts more often joins its oldest ones. */
const MOST_SPANS = 300

/** [C44] Replaces the spans of a take that its page hears. Errors: completed, finishing, unknown_take, not_recorder. */
export function onDeviceSpeech(state: RoomState, event: Extract<RoomEvent, { type: 'device_speech' }>): Step {
  if (state.phase === 'completed' || state.phase === 'flushing')
    return refuse(state, event.socket, state.phase === 'completed' ? 'completed' : 'finishing')
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return refuse(state, event.socket, 'unknown_take')
  if (!isHolder(take, event)) return refuse(state, event.socket, 'not_recorder')
  if (take.withdrawn) return { state, effects: [] }
  const spans = event.spans
    .slice(-MOST_SPANS)
    .map(({ from, to }) => ({ from, to: to ?? SAMPLE_MAX }))
    .reduce<Span[]>(withSpan, [])
  return { state: withTake(state, { ...take, deviceSpans: spans }), effects: [{ do: 'save' }, { do: 'listen' }] }
}

/**
 * [C45] Returns the span that a result answers and its line. Null: the room has not stored that audio yet. The line is
 * left out when another engine heard its middle; `isListening` says whether one listens there now.
 */
export function readDeviceResult(
  take: Take,
  { from, to, at, text, confidence }: DeviceResult,
  isListening: (sample: number) => boolean,
): { span: Span; lines: HeardLine[] } | null {
  if (to > take.stored || from > to) return null
  const begins = Math.min(Math.max(at, from), to)
  const middle = Math.floor((begins + to) / 2)
  const isOld = isInside(take.done, middle) || isListening(middle)
  if (text.trim() === '' || isOld) return { span: { from, to }, lines: [] }
  const certainty = confidence === undefined ? {} : { confidence }
  return { span: { from, to }, lines: [{ from: begins, to, text: text.trim(), words: [], ...certainty }] }
}

/** Returns the state without the device's spans of these takes: their pages no longer answer. */
export function withoutDevice<S extends Active | Finishing>(state: S, silent: ReadonlySet<number>): S {
  if (silent.size === 0) return state
  return { ...state, takes: state.takes.map((take) => (silent.has(take.take) ? { ...take, deviceSpans: [] } : take)) }
}
