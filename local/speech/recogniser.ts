// The port behind the server: whatever turns sound into words. Times are seconds since the stream's first sample.

export const SAMPLE_RATE = 16_000

export interface HeardWord {
  /** As written, with punctuation and capitals. */
  text: string
  start: number
  end: number
  confidence?: number
  speaker?: number
}

export type RecogniserEvent =
  | { kind: 'speech_started'; at: number }
  // What the open utterance looks like so far; replaced by the next partial or by the final.
  | { kind: 'partial'; until: number; words: HeardWord[] }
  // `words` settle everything from the end of the previous final until `end`.
  | { kind: 'final'; end: number; words: HeardWord[]; endOfSpeech: boolean }
  // Everything until here was listened to and holds no open utterance.
  | { kind: 'quiet'; until: number }

export interface StreamOptions {
  language: string
  /** Silence that ends an utterance, in ms. */
  endpointingMs: number
  keyterms: readonly string[]
  onEvent(event: RecogniserEvent): void
  onFailure(error: Error): void
}

export interface RecogniserStream {
  /** 16 kHz mono. The stream may keep the array. */
  accept(samples: Int16Array): void
  /** Settles the open utterance now. */
  flush?(): void
  configure?(keyterms: readonly string[]): void
  /** Resolves when every sample accepted was answered by an event. */
  close(): Promise<void>
  /** Forgets everything at once; no event follows. */
  abort(): void
}

export interface Recogniser {
  readonly name: string
  /** True when the words are not heard in the audio. */
  readonly demonstration: boolean
  open(options: StreamOptions): RecogniserStream
  /** Frees what all streams share (a thread, temporary files). */
  dispose?(): Promise<void>
}

/** The word alone: lower case, without the punctuation around it. */
export function bareWord(text: string): string {
  return text.toLocaleLowerCase('pt-BR').replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '')
}
