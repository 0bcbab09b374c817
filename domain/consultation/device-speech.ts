import { readable } from '../speech/readable.ts'
import { refuse } from './answers.ts'
import { isHolder } from './device-spans.ts'
import { SAMPLE_MAX } from './frame.ts'
import { MOST_DEVICE_SPANS } from './limits.ts'
import type { ClientMessage } from './protocol.ts'
import { isInside, type Span, withSpan } from './spans.ts'
import { type Active, type Finishing, type RoomEvent, type RoomState, type Step, withTake } from './state.ts'
import type { Take } from './take.ts'
import type { HeardLine } from './utterance.ts'

export type DeviceResult = Extract<ClientMessage, { type: 'device_result' }>

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>

/** [C44] Replaces the spans of a take that its page hears. Errors: completed, finishing, unknown_take, not_recorder, room_full. */
export function onDeviceSpeech(state: RoomState, event: EventOf<'device_speech'>, now: number): Step {
  if (state.phase === 'completed' || state.phase === 'flushing')
    return refuse(state, event.socket, state.phase === 'completed' ? 'completed' : 'finishing')
  const take = state.takes.find((one) => one.take === event.take)
  if (!take) return refuse(state, event.socket, 'unknown_take')
  if (!isHolder(take, event)) return refuse(state, event.socket, 'not_recorder')
  if (take.withdrawn) return { state, effects: [] }
  const spans = event.spans.map(({ from, to }) => ({ from, to: to ?? SAMPLE_MAX })).reduce<Span[]>(withSpan, [])
  const others = state.takes.reduce((sum, one) => (one === take ? sum : sum + (one.deviceSpans?.length ?? 0)), 0)
  if (others + spans.length > MOST_DEVICE_SPANS) return refuse(state, event.socket, 'room_full')
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

/** `busy`: an engine of the room is hearing this audio now. */
export type DeviceReading = 'not_stored' | 'busy' | { span: Span; lines: HeardLine[] }

/**
 * [C45] Returns the span that a result answers and its lines, without the words that another engine has answered.
 * `isListening` says whether an engine hears a sample now: its answer decides.
 */
export function readDeviceResult(
  take: Take,
  result: DeviceResult,
  isListening: (sample: number) => boolean,
): DeviceReading {
  const { from, to, confidence } = result
  if (to > take.stored || from > to) return 'not_stored'
  const words = placedWords(result)
  const middles = words.length > 0 ? words.map(middleOf) : [middleOf({ from, to })]
  if (middles.some((middle) => isListening(middle) && !isInside(take.done, middle))) return 'busy'
  const lines: HeardLine[] = []
  let isNext = false
  for (const word of words) {
    const isFresh = !isInside(take.done, middleOf(word))
    const line = isNext ? lines.at(-1) : undefined
    if (isFresh && line) lines[lines.length - 1] = { ...line, to: word.to, text: `${line.text} ${word.text}` }
    else if (isFresh) lines.push({ ...word, words: [], ...(confidence !== undefined && { confidence }) })
    isNext = isFresh
  }
  return { span: { from, to }, lines: lines.map(readableLine) }
}

/** Returns the line in readable text, with its own words beside it where they differ. */
function readableLine(line: HeardLine): HeardLine {
  const text = readable(line.text)
  return text === line.text ? line : { ...line, text, original: line.text }
}

const middleOf = ({ from, to }: Span): number => Math.floor((from + to) / 2)

/** The words of a result with estimated places: the longer a word, the longer it sounds. */
function placedWords({ from, to, at, text }: DeviceResult): (Span & { text: string })[] {
  const begins = Math.min(Math.max(at, from), to)
  const words = text.split(/\s+/).filter(Boolean)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const placeOf = (count: number) => begins + Math.round(((to - begins) * count) / Math.max(1, letters))
  let done = 0
  return words.map((word) => {
    const start = done
    done += word.length
    return { from: placeOf(start), to: placeOf(done), text: word }
  })
}

/** Returns the state without the device's spans of these takes: their pages no longer answer. */
export function withoutDevice<S extends Active | Finishing>(state: S, silent: ReadonlySet<number>): S {
  if (silent.size === 0) return state
  return { ...state, takes: state.takes.map((take) => (silent.has(take.take) ? { ...take, deviceSpans: [] } : take)) }
}
