import type { ListenBatchAnswer, ListenServerMessage } from '#domain/speech/listen.ts'

/** The port to whatever turns audio into words. Audio is 16 kHz mono linear16. */
export interface SpeechEngine {
  /** Fails with an EngineFailure when there is no handshake. */
  open(settings: EngineSettings, events: EngineEvents): Promise<EngineSession>
  /** A stretch of audio at once, with no limit on its pace. The audio is the engine's: its memory may be given back. */
  transcribe(pcm: Uint8Array, settings: EngineSettings): Promise<ListenBatchAnswer>
}

export type EngineSettings = { language: string; keyterms: readonly string[] }

export type EngineEvents = {
  message(message: ListenServerMessage): void
  /** Something that is no message of the protocol. */
  garbage(): void
  /** Once, whoever closed. */
  closed(code: number): void
}

export interface EngineSession {
  send(pcm: Uint8Array): void
  keepAlive(): void
  /** Asks for the words so far; not every engine answers. */
  finalize(): void
  /** No more audio: the last results follow, then the engine closes. */
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
