import { isHolder } from '#domain/consultation/device-spans.ts'
import { type DeviceResult, readDeviceResult } from '#domain/consultation/device-speech.ts'
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { MOST_RECOGNISED_LETTERS } from '#domain/consultation/limits.ts'
import { recognisedLetters } from '#domain/consultation/lines.ts'
import type { Refusal, RoomEntry, ServerMessage } from '#domain/consultation/protocol.ts'
import { type From, type RoomState, takesOf } from '#domain/consultation/state.ts'
import type { SpeechReport } from '../speech/engine.ts'
import type { SpeechFeed } from './speech-feed.ts'

type Parts = {
  feed: SpeechFeed
  state(): RoomState
  entries(): readonly RoomEntry[]
  store(lines: Extract<SpeechReport, { type: 'lines' }>): void
  send(socket: string, message: ServerMessage): void
  refuse(socket: string, code: Refusal): void
}

/** Letters a second: a fast speaker says some 16. */
const FASTEST = 20

/** [C29] Returns where the words begin. More letters than fit after that place were spoken before it: then `from`. */
const unspokenTo = ({ from, at, to, text }: DeviceResult): number =>
  text.length * SAMPLE_RATE <= FASTEST * (to - at) ? at : from

/** More are not kept here: the page keeps each until it is confirmed. */
const MOST_WAITING = 500

/** [C45] Stores results of a page's own recogniser like those of any engine, then confirms them. */
export class DeviceResults {
  /** Results about audio that an engine of the room is hearing: if it fails, they count. */
  #waiting: { result: DeviceResult; from: From }[] = []
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Errors: completed, finishing, not_recorder, unknown_take, bad_message, room_full. */
  take(result: DeviceResult, from: From): void {
    const { feed, store, send, refuse } = this.#parts
    const state = this.#parts.state()
    const take = takesOf(state).find((one) => one.take === result.take)
    const reading = take && readDeviceResult(take, result, (sample) => feed.isListening(take.take, sample))
    if (state.phase === 'completed') refuse(from.socket, 'completed')
    else if (state.phase === 'flushing') refuse(from.socket, 'finishing')
    else if (!take || !isHolder(take, from)) refuse(from.socket, take ? 'not_recorder' : 'unknown_take')
    else if (!reading || reading === 'not_stored') refuse(from.socket, 'bad_message')
    else if (recognisedLetters(this.#parts.entries(), take.take) > MOST_RECOGNISED_LETTERS)
      refuse(from.socket, 'room_full')
    else if (reading === 'busy') this.#waiting = [...this.#waiting, { result, from }].slice(-MOST_WAITING)
    else {
      const empty = result.text === '' ? [reading.span] : []
      const before = { from: reading.span.from, to: Math.max(reading.span.from, unspokenTo(result)) }
      const span = { take: take.take, ...reading.span }
      store({ type: 'lines', span, lines: reading.lines, session: 0, empty, device: { before } })
      send(from.socket, { type: 'device_stored', id: result.id })
      feed.onDevice(take.take, from)
    }
  }

  /** An engine of the room has answered or failed: decides about the results that waited for it. */
  retry(): void {
    for (const { result, from } of this.#waiting.splice(0)) this.take(result, from)
  }
}
