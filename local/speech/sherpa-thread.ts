// Worker thread: sherpa-onnx decodes synchronously, and a socket needs answers meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import sherpa, { type OnlineStream } from 'sherpa-onnx-node'
import { type HeardWord, SAMPLE_RATE } from './recogniser.ts'
import type { FromThread, SherpaThreadData, ToThread } from './sherpa-messages.ts'
import { wordsOfTokens } from './sherpa-words.ts'

/** Streaming NeMo models lose the first word without some silence before it. */
const PADDING_S = 0.3
/** More than one chunk of the slowest model, so that the last word is decoded. */
const TAIL_S = 1.2
/** A token can come this much later than its sound. */
const LATENESS_S = 0.6
const LONGEST_UTTERANCE_S = 20

const data = workerData as SherpaThreadData
const send = (message: FromThread) => parentPort?.postMessage(message)

const { files } = data
const recogniser = new sherpa.OnlineRecognizer({
  featConfig: { sampleRate: SAMPLE_RATE, featureDim: data.featureDim },
  modelConfig: {
    ...(files.kind === 'ctc'
      ? { nemoCtc: { model: files.model } }
      : { transducer: { encoder: files.encoder, decoder: files.decoder, joiner: files.joiner } }),
    tokens: files.tokens,
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  },
  decodingMethod: 'greedy_search',
  enableEndpoint: 1,
  // Endpoint rules belong to the loaded model, not to a stream: every stream gets the room's endpointing.
  rule1MinTrailingSilence: 2.4,
  rule2MinTrailingSilence: 0.3,
  rule3MinUtteranceLength: LONGEST_UTTERANCE_S,
})

class ThreadStream {
  readonly #id: number
  readonly #stream: OnlineStream
  #received = 0
  #shown = ''

  constructor(id: number, language: string) {
    this.#id = id
    this.#stream = recogniser.createStream()
    this.#stream.setOption('language', language)
    this.#silence(PADDING_S)
  }

  audio(samples: Int16Array): void {
    this.#received += samples.length
    this.#stream.acceptWaveform({ sampleRate: SAMPLE_RATE, samples: Float32Array.from(samples, (s) => s / 32_768) })
    while (recogniser.isReady(this.#stream)) {
      recogniser.decode(this.#stream)
      if (recogniser.isEndpoint(this.#stream)) this.settle(true)
    }
    const words = this.#words()
    if (words.length === 0) {
      this.#emit({ kind: 'quiet', until: Math.max(0, this.#seconds - LATENESS_S) })
      return
    }
    const shown = words.map((word) => word.text).join(' ')
    if (shown !== this.#shown) this.#emit({ kind: 'partial', until: this.#seconds, words })
    this.#shown = shown
  }

  /** Returns the words decoded so far and begins a new utterance. */
  settle(endOfSpeech: boolean): void {
    const words = this.#words()
    recogniser.reset(this.#stream)
    this.#shown = ''
    const last = words.at(-1)
    if (last) this.#emit({ kind: 'final', end: Math.min(last.end, this.#seconds), words, endOfSpeech })
  }

  finish(): void {
    this.#silence(TAIL_S)
    this.#stream.inputFinished()
    while (recogniser.isReady(this.#stream)) {
      recogniser.decode(this.#stream)
      if (recogniser.isEndpoint(this.#stream)) this.settle(true)
    }
    this.settle(true)
  }

  get #seconds(): number {
    return this.#received / SAMPLE_RATE
  }

  #words(): HeardWord[] {
    return wordsOfTokens(recogniser.getResult(this.#stream), -PADDING_S)
  }

  #silence(seconds: number): void {
    this.#stream.acceptWaveform({
      sampleRate: SAMPLE_RATE,
      samples: new Float32Array(Math.round(SAMPLE_RATE * seconds)),
    })
  }

  #emit(event: Extract<FromThread, { kind: 'event' }>['event']): void {
    send({ kind: 'event', id: this.#id, event })
  }
}

const streams = new Map<number, ThreadStream>()

function take(message: ToThread): void {
  const stream = streams.get(message.id)
  switch (message.kind) {
    case 'open':
      streams.set(message.id, new ThreadStream(message.id, message.language))
      return
    case 'audio':
      stream?.audio(message.samples)
      return
    case 'flush':
      stream?.settle(false)
      return
    case 'close':
      stream?.finish()
      streams.delete(message.id)
      send({ kind: 'closed', id: message.id })
      return
    case 'abort':
      streams.delete(message.id)
      return
    default:
      message satisfies never
  }
}

parentPort?.on('message', (message: ToThread) => {
  try {
    take(message)
  } catch (error) {
    streams.delete(message.id)
    send({ kind: 'failed', id: message.id, message: error instanceof Error ? error.message : String(error) })
  }
})
send({ kind: 'ready' })
