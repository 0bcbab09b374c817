import type { ListenBatchAnswer, ListenServerMessage } from '#domain/speech/listen.ts'

/** Port of a speech engine. Audio is 16 kHz mono linear16. */
export interface SpeechEngine {
  /** Opens a live session. Rejects with an EngineFailure when the handshake fails. */
  open(settings: EngineSettings, events: EngineEvents): Promise<EngineSession>
  /** Transcribes a segment without a rate limit. Takes ownership of the audio, whose memory may be freed. */
  transcribe(pcm: Uint8Array, settings: EngineSettings): Promise<ListenBatchAnswer>
}

export type EngineSettings = { language: string; keyterms: readonly string[] }

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

export type EngineFault = 'refused' | 'unreachable' | 'off_protocol' | 'no_such_endpoint'

export class EngineFailure extends Error {
  readonly fault: EngineFault
  constructor(fault: EngineFault) {
    super(fault)
    this.name = 'EngineFailure'
    this.fault = fault
  }
}
