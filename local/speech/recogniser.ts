// The port behind the server: turns sound into words. Times are seconds since the stream's first sample.

export const SAMPLE_RATE = 16_000

export interface HeardWord {
  /** With punctuation and capitals. */
  text: string
  start: number
  end: number
  confidence?: number
  speaker?: number
}

export type RecogniserEvent =
  | { kind: 'speech_started'; at: number }
  // The words of the open utterance so far; the next partial or the final replaces them.
  | { kind: 'partial'; until: number; words: HeardWord[] }
  // `words` are final for the time from the previous final until `end`.
  | { kind: 'final'; end: number; words: HeardWord[]; endOfSpeech: boolean }
  // No words until here, and no open utterance.
  | { kind: 'quiet'; until: number }

export interface StreamOptions {
  language: string
  /** Silence that ends an utterance, in ms. */
  endpointingMs: number
  onEvent(event: RecogniserEvent): void
  onFailure(error: Error): void
}

export interface RecogniserStream {
  /** 16 kHz mono. The stream may keep the array. */
  accept(samples: Int16Array): void
  /** Ends the open utterance now. */
  flush?(): void
  /** Resolves when an event has covered every accepted sample. */
  close(): Promise<void>
  /** Drops everything at once; no event follows. */
  abort(): void
}

export interface Recogniser {
  readonly name: string
  /** True when the words do not come from the audio. */
  readonly demonstration: boolean
  open(options: StreamOptions): RecogniserStream
  /** Frees what all streams share (a thread, temporary files). */
  dispose?(): Promise<void>
}

/** The word in lower case, without the punctuation around it. */
export function bareWord(text: string): string {
  return text.toLocaleLowerCase('pt-BR').replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '')
}
