// One live socket: audio in, `listen` messages out. The caller provides socket and clock.
import { type Bucket, fullBucket, type Rate, spend } from '#domain/consultation/limits.ts'
import { parseJson } from '#domain/json.ts'
import {
  LISTEN_CLOSE,
  LISTEN_IDLE_MS,
  LISTEN_MAX_RATE,
  LISTEN_REASON,
  type ListenQuery,
  type ListenServerMessage,
  listenClientMessage,
} from '#domain/speech/listen.ts'
import { alternativeOf, metadataOf, modelInfoOf, round } from './answers.ts'
import type { Clock } from './clock.ts'
import { containerOf, samplesFromBytes } from './pcm.ts'
import {
  type HeardWord,
  type Recogniser,
  type RecogniserEvent,
  type RecogniserStream,
  SAMPLE_RATE,
} from './recogniser.ts'

/** Reports silence this often, so that the client learns how far the audio was processed. In seconds. */
const QUIET_RESULT_S = 1
/** Five seconds of audio at once, then as much as the protocol takes. */
const RATE: Rate = { size: 5, perSecond: LISTEN_MAX_RATE }

export interface SessionOptions {
  recogniser: Recogniser
  query: ListenQuery
  requestId: string
  clock: Clock
  /** False lets a test feed a whole recording at once. */
  enforceRate: boolean
  send(message: ListenServerMessage): void
  close(code: number, reason: string): void
}

export class ListenSession {
  readonly #options: SessionOptions
  readonly #stream: RecogniserStream
  /** Seconds of audio that may still be sent now. */
  #allowance: Bucket | null
  #state: 'open' | 'draining' | 'closed' = 'open'
  #cancelIdle: () => void = () => {}
  #receivedSamples = 0
  /** Final results cover all audio before this second. */
  #finalUntil = 0
  #lastWordEnd: number | undefined
  #finalizing = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#allowance = fullBucket(RATE, options.clock.now())
    const { query } = options
    this.#stream = options.recogniser.open({
      language: query.language ?? 'pt-BR',
      endpointingMs: query.endpointing === false ? 1_000 : query.endpointing,
      onEvent: (event) => this.#onEvent(event),
      onFailure: (error) => this.#fail(LISTEN_CLOSE.failed, `${LISTEN_REASON.recogniserFailed} ${error.message}`),
    })
    this.#restartIdle()
  }

  audio(bytes: Uint8Array): void {
    if (this.#state !== 'open') return
    const container = this.#receivedSamples === 0 ? containerOf(bytes) : undefined
    const undecodable =
      bytes.byteLength === 0
        ? 'empty audio frame'
        : container
          ? `${container} instead of linear16`
          : bytes.byteLength % 2 !== 0 && 'half a linear16 sample'
    if (undecodable) {
      this.#refuse(undecodable)
      return
    }
    const samples = samplesFromBytes(bytes)
    const { enforceRate, clock } = this.#options
    if (enforceRate && this.#allowance)
      this.#allowance = spend(this.#allowance, RATE, samples.length / SAMPLE_RATE, clock.now())
    if (!this.#allowance) {
      this.#fail(LISTEN_CLOSE.failed, `${LISTEN_REASON.tooFast} audio faster than ${LISTEN_MAX_RATE} x real time`)
      return
    }
    this.#restartIdle()
    this.#receivedSamples += samples.length
    this.#stream.accept(samples)
  }

  text(text: string): void {
    if (this.#state !== 'open') return
    const message = listenClientMessage.safeParse(parseJson(text))
    if (!message.success) {
      this.#refuse('text message not understood')
      return
    }
    this.#restartIdle()
    switch (message.data.type) {
      case 'KeepAlive':
      // No recogniser of this server uses key terms.
      case 'Configure':
        return
      case 'Finalize':
        this.#finalizing = true
        this.#stream.flush?.()
        this.#finalizing = false
        return
      case 'CloseStream':
        void this.#drain()
        return
      default:
        message.data satisfies never
    }
  }

  /** Ends the session after either side closed the socket. */
  gone(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#cancelIdle()
    this.#stream.abort()
  }

  #restartIdle(): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#options.clock.after(LISTEN_IDLE_MS, () =>
      this.#fail(LISTEN_CLOSE.failed, `${LISTEN_REASON.idle} no audio or KeepAlive within the timeout`),
    )
  }

  async #drain(): Promise<void> {
    this.#state = 'draining'
    this.#cancelIdle()
    await this.#stream.close()
    if (this.#closed()) return
    const received = this.#receivedSamples / SAMPLE_RATE
    if (received > this.#finalUntil) this.#results(received, [], { final: true, speechFinal: false })
    this.#endUtterance()
    this.#options.send({ type: 'Metadata', ...metadataOf(this.#options.recogniser, this.#options.requestId, received) })
    this.#state = 'closed'
    this.#options.close(LISTEN_CLOSE.normal, '')
  }

  // A method, because the compiler assumes that the state is unchanged after an await.
  #closed(): boolean {
    return this.#state === 'closed'
  }

  #refuse(reason: string): void {
    this.#fail(LISTEN_CLOSE.undecodable, `${LISTEN_REASON.undecodable} ${reason}`)
  }

  #fail(code: number, reason: string): void {
    if (this.#state === 'closed') return
    this.gone()
    // A close reason holds at most 123 bytes.
    this.#options.close(code, reason.slice(0, 120))
  }

  #onEvent(event: RecogniserEvent): void {
    if (this.#state === 'closed') return
    const { query, send } = this.#options
    switch (event.kind) {
      case 'speech_started':
        if (query.vad_events) send({ type: 'SpeechStarted', channel: [0], timestamp: round(event.at) })
        return
      case 'partial':
        this.#endUtteranceBefore(event.words)
        if (event.words.length > 0) this.#lastWordEnd = undefined
        if (query.interim_results) this.#results(event.until, event.words, { final: false, speechFinal: false })
        return
      case 'final':
        this.#endUtteranceBefore(event.words)
        this.#results(event.end, event.words, { final: true, speechFinal: event.endOfSpeech })
        return
      case 'quiet':
        this.#onQuiet(event.until)
        return
      default:
        event satisfies never
    }
  }

  #onQuiet(until: number): void {
    if (until - (this.#lastWordEnd ?? until) >= this.#utteranceSilence) this.#endUtterance()
    if (until - this.#finalUntil >= QUIET_RESULT_S) this.#results(until, [], { final: true, speechFinal: false })
  }

  /** Reports a pause before these words, if the recogniser reports words late. */
  #endUtteranceBefore(words: readonly HeardWord[]): void {
    const first = words[0]
    if (!first || this.#lastWordEnd === undefined) return
    if (first.start - this.#lastWordEnd >= this.#utteranceSilence) this.#endUtterance()
  }

  get #utteranceSilence(): number {
    return (this.#options.query.utterance_end_ms ?? Number.POSITIVE_INFINITY) / 1_000
  }

  #endUtterance(): void {
    if (this.#lastWordEnd === undefined || !Number.isFinite(this.#utteranceSilence)) return
    this.#options.send({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: round(this.#lastWordEnd) })
    this.#lastWordEnd = undefined
  }

  #results(end: number, words: readonly HeardWord[], kind: { final: boolean; speechFinal: boolean }): void {
    const { query, recogniser, requestId, send } = this.#options
    send({
      type: 'Results',
      channel_index: [0, 1],
      start: round(this.#finalUntil),
      duration: round(Math.max(0, end - this.#finalUntil)),
      is_final: kind.final,
      speech_final: kind.speechFinal,
      from_finalize: this.#finalizing,
      channel: { alternatives: [alternativeOf(words, query)] },
      metadata: { request_id: requestId, model_info: modelInfoOf(recogniser) },
    })
    if (!kind.final) return
    this.#finalUntil = Math.max(this.#finalUntil, end)
    const last = words.at(-1)
    if (last) this.#lastWordEnd = last.end
  }
}
