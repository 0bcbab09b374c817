// Stand-in without a model: while it hears a voice it 'recognises' the lines of a written consultation, in time with
// the audio. Deterministic: the same samples give the same words.
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import { DEMONSTRATION_SCRIPT, type ScriptLine } from './demonstration-script.ts'
import { EnergyVad, VAD_FRAME } from './energy-vad.ts'
import {
  type HeardWord,
  type Recogniser,
  type RecogniserStream,
  SAMPLE_RATE,
  type StreamOptions,
} from './recogniser.ts'

const WORDS_PER_SECOND = 2.5
const SAMPLES_PER_WORD = SAMPLE_RATE / WORDS_PER_SECOND
/** Shorter endpointing would cut the lines at every breath. */
const SHORTEST_PAUSE_MS = 300

export function demonstrationRecogniser(script: readonly ScriptLine[] = DEMONSTRATION_SCRIPT): Recogniser {
  return {
    name: DEMONSTRATION_MODEL,
    demonstration: true,
    open: (options) => new DemonstrationStream(script, options),
  }
}

class DemonstrationStream implements RecogniserStream {
  readonly #script: readonly ScriptLine[]
  readonly #onEvent: StreamOptions['onEvent']
  readonly #vad: EnergyVad
  #line = 0
  #words: HeardWord[] = []
  #began = 0
  #voicedSamples = 0
  #received = 0

  constructor(script: readonly ScriptLine[], options: StreamOptions) {
    this.#script = script
    this.#onEvent = options.onEvent
    this.#vad = new EnergyVad(Math.max(SHORTEST_PAUSE_MS, options.endpointingMs))
  }

  accept(samples: Int16Array): void {
    this.#received += samples.length
    for (const step of this.#vad.push(samples)) {
      if (step.began !== undefined) this.#begin(step.began)
      if (step.speaking && step.voiced) this.#hear(step.until)
      if (step.ended !== undefined) this.#settle(step.ended, step.until)
    }
    if (this.#vad.speaking) {
      this.#onEvent({ kind: 'partial', until: this.#received / SAMPLE_RATE, words: [...this.#words] })
    } else {
      this.#onEvent({ kind: 'quiet', until: this.#vad.quietUntil / SAMPLE_RATE })
    }
  }

  flush(): void {
    if (this.#words.length > 0) this.#settle(this.#received, this.#received)
  }

  async close(): Promise<void> {
    if (this.#vad.speaking) this.#settle(this.#vad.lastVoiced, this.#received)
  }

  abort(): void {}

  get #text(): ScriptLine {
    return this.#script[this.#line % this.#script.length] as ScriptLine
  }

  #begin(at: number): void {
    this.#began = at
    this.#voicedSamples = 0
    this.#onEvent({ kind: 'speech_started', at: at / SAMPLE_RATE })
  }

  #hear(until: number): void {
    this.#voicedSamples += VAD_FRAME
    if (this.#voicedSamples < (this.#words.length + 1) * SAMPLES_PER_WORD) return
    const words = this.#text.text.split(' ')
    const at = this.#words.length
    const start = this.#words.at(-1)?.end ?? this.#began / SAMPLE_RATE
    this.#words.push({
      text: words[at] as string,
      start,
      end: until / SAMPLE_RATE,
      confidence: 0.9,
      speaker: this.#text.speaker,
    })
    // A voice that continues takes the next line.
    if (at + 1 === words.length) {
      this.#give(until)
      this.#began = until
      this.#voicedSamples = 0
    }
  }

  /** Silence ends the utterance and its line: squeezes the remaining words into the time of the voice. */
  #settle(voiceEnd: number, end: number): void {
    const first = this.#words[0]
    if (first) {
      const texts = this.#text.text.split(' ')
      const each = (voiceEnd / SAMPLE_RATE - first.start) / texts.length
      this.#words = texts.map((text, i) => ({
        ...first,
        text,
        start: first.start + i * each,
        end: first.start + (i + 1) * each,
      }))
    }
    this.#give(end)
  }

  #give(end: number): void {
    const words = this.#words
    this.#words = []
    // A sound too short for a word does not use up a line.
    if (words.length > 0) this.#line += 1
    this.#onEvent({ kind: 'final', end: end / SAMPLE_RATE, words, endOfSpeech: true })
  }
}
