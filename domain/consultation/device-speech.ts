import { readable } from '../speech/readable.ts'
import { refuse } from './answers.ts'
import { isHolder } from './device-spans.ts'
import type { Work } from './feeding.ts'
import { SAMPLE_MAX } from './frame.ts'
import type { ClientMessage, Refusal } from './protocol.ts'
import { isInside, type Span, withSpan } from './spans.ts'
import { type Active, type Finishing, type From, type RoomEvent, type RoomState, type Step, withTake } from './state.ts'
import type { HeardLine } from './utterance.ts'

export type DeviceResult = Extract<ClientMessage, { type: 'device_result' }>

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>

/** The most spans a take keeps; a recogniser that restarts more often joins its oldest ones. */
const MOST_SPANS = 300

/** [C44] Replaces the spans of a take that its page hears. Errors: completed, finishing, unknown_take, not_recorder. */
export function onDeviceSpeech(state: RoomState, event: EventOf<'device_speech'>, now: number): Step {
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
  return {
    state: withTake(state, { ...take, deviceSpans: spans, deviceAt: now }),
    effects: [{ do: 'save' }, { do: 'listen' }],
  }
}

/** [C45] Returns running text as a line. */
export const partialLine = ({ at, to, text }: Extract<ClientMessage, { type: 'device_partial' }>): HeardLine => ({
  from: at,
  to: Math.max(at, to),
  text,
  words: [],
})

/** What a result gives to the room. `empty`: its span, if it has no words. */
type DeviceLines = { span: Work; lines: HeardLine[]; empty: Span[]; device: true }

/**
 * [C45] Reads a result of the page's recogniser. Its line is left out when another engine heard its middle, or hears it
 * now (`isListening`). Errors: completed, finishing, unknown_take, not_recorder, bad_message (its audio is not stored yet).
 */
export function readDeviceResult(
  state: RoomState,
  { take: number, from, to, at, text, confidence }: DeviceResult,
  sender: From,
  isListening: (take: number, sample: number) => boolean,
): DeviceLines | { refused: Refusal } {
  if (state.phase === 'completed') return { refused: 'completed' }
  if (state.phase === 'flushing') return { refused: 'finishing' }
  const take = state.takes.find((one) => one.take === number)
  if (!take || !isHolder(take, sender)) return { refused: take ? 'not_recorder' : 'unknown_take' }
  if (to > take.stored || from > to) return { refused: 'bad_message' }
  const span = { take: number, from, to }
  const words = text.trim()
  if (words === '') return { span, lines: [], empty: [{ from, to }], device: true }
  const begin = Math.min(Math.max(at, from), to)
  const middle = Math.floor((begin + to) / 2)
  if (isInside(take.done, middle) || isListening(number, middle)) return { span, lines: [], empty: [], device: true }
  const line: HeardLine = { from: begin, to, text: readable(words), words: [] }
  if (line.text !== words) line.original = words
  if (confidence !== undefined) line.confidence = confidence
  return { span, lines: [line], empty: [], device: true }
}

/** Returns the state without the device's spans of these takes: their pages no longer answer. */
export function withoutDevice<S extends Active | Finishing>(state: S, silent: ReadonlySet<number>): S {
  if (silent.size === 0) return state
  return { ...state, takes: state.takes.map((take) => (silent.has(take.take) ? { ...take, deviceSpans: [] } : take)) }
}
