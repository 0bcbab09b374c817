import type { Work } from '#domain/consultation/feeding.ts'
import type { ServerMessageOf } from '#domain/consultation/protocol.ts'
import type { Span, Written } from '#domain/consultation/spans.ts'
import type { RoomState } from '#domain/consultation/state.ts'
import type { Take } from '#domain/consultation/take.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import type { EngineFault } from '#domain/speech/fault.ts'
import type { ListenBatchAnswer, ListenServerMessage } from '#domain/speech/listen.ts'

/** Port of a speech engine. Audio is 16 kHz mono linear16. */
export interface SpeechEngine {
  /** Opens a live session. Rejects with an EngineFailure when the handshake fails. */
  open(settings: EngineSettings, events: EngineEvents): Promise<EngineSession>
  /** Transcribes a segment without a rate limit. Takes ownership of the audio, whose memory may be freed. */
  transcribe(pcm: Uint8Array, settings: EngineSettings): Promise<ListenBatchAnswer>
}

/** Key terms are `Terms` of the vocabulary. Only `keyterms` may appear in an address, and no vendor gets `names`. */
export type EngineSettings = {
  language: string
  keyterms: readonly string[]
  privateTerms: readonly string[]
  names: readonly string[]
}

export type EngineEvents = {
  message(message: ListenServerMessage): void
  /** A message outside the protocol. */
  garbage(): void
  /** Called once, after either side closed. */
  closed(code: number): void
}

export interface EngineSession {
  send(pcm: Uint8Array): void
  keepAlive(): void
  /** Requests the words so far; not every engine answers. */
  finalize(): void
  /** Ends the audio: the last results follow, then the engine closes. */
  finish(): void
  close(): void
}

/** `no_such_endpoint`: the engine has no batch call, so the room sends stored audio through live sessions. */
type FailureClass = EngineFault | 'no_such_endpoint'

export class EngineFailure extends Error {
  readonly fault: FailureClass
  constructor(fault: FailureClass) {
    super(fault)
    this.name = 'EngineFailure'
    this.fault = fault
  }
}

export type EngineView = Omit<ServerMessageOf<'engine'>, 'type'>

export type SpeechReport =
  /** Final lines and the span that they fill, for one write. `empty`: its parts that were answered without words. */
  | {
      type: 'lines'
      span: Work
      lines: readonly HeardLine[]
      session: number
      empty: readonly Span[]
      /** Answered by a page; `before`: the part of the span before its first word. */
      device?: { before: Span }
    }
  | { type: 'partial'; take: number; line: HeardLine }
  /** `fault`: for the log, where the view has none: the page's recogniser stopped, and the room's engine hears. */
  | { type: 'engine'; view: EngineView; attempt: number; fault?: EngineFault }
  /** A failure moved the next attempt: set the alarm again. */
  | { type: 'retry' }

/** Port towards the room. */
type RoomPort = {
  state(): RoomState
  report(report: SpeechReport): void
}
/** Port towards the room's storage. */
type AudioPort = {
  audio(take: number, span: Span): Uint8Array
  /** [C46] True if nothing in the span is as loud as speech. */
  isQuiet(span: Work): boolean
  /** Spans of the take that have words. */
  written(startedAt: number, take: Take): Written[]
  nextSession(): number
}
export type SpeechPorts = {
  room: RoomPort
  storage: AudioPort
  /** Read before each session and batch call: the doctor may have corrected a word. */
  settings(): EngineSettings
  now(): number
  /** Runs `work` once later. Returns a function that cancels. */
  after(ms: number, work: () => void): () => void
}
