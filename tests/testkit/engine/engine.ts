import { FRAME_SAMPLES } from '#domain/consultation/frame.ts'
import { type ListenServerMessage, type ListenWord, parseListenQuery } from '#domain/speech/listen.ts'
import { samplesOfRequest, transcribe } from '#local/speech/batch.ts'
import type { Clock } from '#local/speech/clock.ts'
import { type HeardWord, type Recogniser, SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { ListenSession } from '#local/speech/session.ts'

/** Loud enough to be a voice. */
export const FIRST_WORD = 6_000

/** A frame that says one word, `palavra<n>`: all its samples are equally loud. */
export const spoken = (n: number, samples = FRAME_SAMPLES): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) => (i % 2 === 0 ? n + 1 : -n - 1))
export const wordOf = (n: number): string => `palavra${n}`
/** The number that a spoken frame says. */
export const numberIn = (frame: Int16Array): number => Math.abs(frame[0] as number) - 1

/**
 * Recognises one word in each stretch of one loudness, at most a frame long, wherever the audio was cut. A lost, doubled
 * or changed sample changes the words. Silence is no word.
 */
export function loudnessRecogniser(name: string, framesPerFinal = 4): Recogniser {
  return {
    name,
    demonstration: false,
    open({ onEvent }) {
      let at = 0
      let stretch: { loudness: number; from: number } | null = null
      let words: HeardWord[] = []
      const endStretch = () => {
        const { loudness, from } = stretch ?? { loudness: 0, from: 0 }
        stretch = null
        if (loudness > 0) words.push({ text: wordOf(loudness - 1), start: from / SAMPLE_RATE, end: at / SAMPLE_RATE })
      }
      const settle = () => {
        // A word that has begun belongs to the next final.
        const end = stretch && stretch.loudness > 0 ? stretch.from : at
        if (words.length > 0) onEvent({ kind: 'final', end: end / SAMPLE_RATE, words, endOfSpeech: true })
        words = []
      }
      return {
        accept(samples) {
          for (const sample of samples) {
            const loudness = Math.abs(sample)
            if (stretch && (stretch.loudness !== loudness || at - stretch.from === FRAME_SAMPLES)) endStretch()
            stretch ??= { loudness, from: at }
            at++
          }
          if (stretch && at - stretch.from === FRAME_SAMPLES) endStretch()
          if (words.length >= framesPerFinal) settle()
          else if (words.length > 0) onEvent({ kind: 'partial', until: at / SAMPLE_RATE, words: [...words] })
        },
        flush: settle,
        async close() {
          endStretch()
          settle()
        },
        abort: () => undefined,
      }
    },
  }
}

/**
 * 'away' refuses the connection; 'stalled' takes audio and answers nothing; 'garbage' answers rubbish; 'empty' finds no
 * words; 'invented' places words where no audio is; 'slow' answers late, in the simulation.
 */
export type Mood = 'well' | 'away' | 'stalled' | 'garbage' | 'empty' | 'invented' | 'slow'

/** The engine's end of one live session. */
export type EngineSocket = { send(text: string): void; close(code: number, reason: string): void }

type Settings = { recogniser?: Recogniser; clock: Clock; enforceRate?: boolean }

/** A `listen` server of the tests without its transport: `server.ts`, `in-worker.ts` and the simulation carry it. */
export class SpeechEngine {
  mood: Mood = 'well'
  readonly handshakes: URL[] = []
  readonly batches: { url: URL; samples: number }[] = []
  /** Sessions that were closed because the audio came faster than 1.25 x real time. */
  tooFast = 0
  heardSamples = 0
  /** Text messages of live sessions. */
  readonly texts: string[] = []
  /** The batch endpoint's words for so many seconds, if a test sets them. */
  batchWords: ((seconds: number) => ListenWord[]) | null = null
  readonly #recogniser: Recogniser
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
    this.#recogniser = settings.recogniser ?? loudnessRecogniser('one-word')
  }

  /** Null: the query is not of the protocol. */
  open(url: URL, socket: EngineSocket) {
    const query = parseListenQuery(url.searchParams)
    if (!query.success) return null
    this.handshakes.push(url)
    const { clock, enforceRate = true } = this.#settings
    const session = new ListenSession({
      recogniser: this.#recogniser,
      query: query.data,
      requestId: 'testkit',
      clock,
      enforceRate,
      send: (message) => this.answer(socket, message),
      close: (code, reason) => {
        if (reason.includes('faster than')) this.tooFast++
        socket.close(code, reason)
      },
    })
    return {
      audio: (bytes: Uint8Array) => {
        this.heardSamples += bytes.byteLength / 2
        session.audio(bytes)
      },
      text: (text: string) => {
        this.texts.push(text)
        session.text(text)
      },
      gone: () => session.gone(),
    }
  }

  protected answer(socket: EngineSocket, message: ListenServerMessage): void {
    if (this.mood !== 'stalled') socket.send(this.spoil(message))
  }

  /** The text of a message in this mood. */
  protected spoil(message: ListenServerMessage): string {
    if (this.mood === 'garbage') return '{"type":"Results","start":"nonsense"'
    if (this.mood === 'invented') return JSON.stringify({ ...message, start: 0, duration: 9_999, is_final: true })
    return JSON.stringify(message, this.mood === 'empty' ? withoutWords : undefined)
  }

  /** Answers the batch endpoint; a body of null never comes. */
  async batch(url: URL, audio: Uint8Array): Promise<{ status: number; body: string | null }> {
    const query = parseListenQuery(url.searchParams)
    if (this.mood === 'stalled') return { status: 200, body: null }
    if (this.mood === 'away' || !query.success) return { status: 503, body: '{}' }
    if (this.mood === 'garbage') return { status: 200, body: '{"results":' }
    const samples = samplesOfRequest(audio, query.data)
    this.batches.push({ url, samples: samples.length })
    const answer = await transcribe(this.#recogniser, samples, query.data)
    const words =
      this.mood === 'invented'
        ? [{ word: 'sonho', start: 9_998, end: 9_999 }]
        : this.batchWords?.(samples.length / SAMPLE_RATE)
    const alternatives = words && [{ transcript: words.map(({ word }) => word).join(' '), words }]
    const spoken = alternatives ? { ...answer, results: { channels: [{ alternatives }] } } : answer
    return { status: 200, body: JSON.stringify(spoken, this.mood === 'empty' ? withoutWords : undefined) }
  }
}

const withoutWords = (key: string, value: unknown): unknown =>
  key === 'words' || key === 'utterances' ? [] : key === 'transcript' ? '' : value
