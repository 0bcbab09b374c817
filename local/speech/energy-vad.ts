import { SAMPLE_RATE } from './recogniser.ts'

/** 10 ms. */
export const VAD_FRAME = SAMPLE_RATE / 100
const ONSET_FRAMES = 3
const QUIETEST_VOICE = 150
const LOUDEST_FLOOR = 500

export interface VadStep {
  /** First sample after the 10 ms frame judged. */
  until: number
  voiced: boolean
  /** Inside an utterance; its pauses count too. */
  speaking: boolean
  /** Set on the frame that opens an utterance: its first voiced sample. */
  began?: number
  /** Set on the frame that closes one: the sample after the last voiced one. */
  ended?: number
}

/** Voice by energy alone: enough for a quiet room and for synthetic speech, not a recogniser's detector. */
export class EnergyVad {
  readonly #silenceFrames: number
  #rest = new Int16Array(0)
  #position = 0
  #floor = 50
  #voicedRun = 0
  #silentRun = 0
  #lastVoiced = 0
  #speaking = false

  constructor(silenceMs: number) {
    this.#silenceFrames = Math.max(1, Math.round(silenceMs / 10))
  }

  get speaking(): boolean {
    return this.#speaking
  }

  /** Where the last voiced frame ended. */
  get lastVoiced(): number {
    return this.#lastVoiced
  }

  /** Up to here no utterance can begin any more, while none is open: a few voiced frames may be the next one. */
  get quietUntil(): number {
    return this.#position - this.#voicedRun * VAD_FRAME
  }

  push(samples: Int16Array): VadStep[] {
    const all = new Int16Array(this.#rest.length + samples.length)
    all.set(this.#rest)
    all.set(samples, this.#rest.length)
    const steps: VadStep[] = []
    let at = 0
    for (; at + VAD_FRAME <= all.length; at += VAD_FRAME) steps.push(this.#judge(all.subarray(at, at + VAD_FRAME)))
    this.#rest = all.slice(at)
    return steps
  }

  #judge(frame: Int16Array): VadStep {
    let sum = 0
    for (const sample of frame) sum += sample * sample
    const level = Math.sqrt(sum / frame.length)
    const voiced = level > Math.max(QUIETEST_VOICE, this.#floor * 3)
    // The floor falls fast and rises slowly, slower still under a voice, so that a long sentence is not taken for noise.
    this.#floor =
      level < this.#floor
        ? this.#floor * 0.9 + level * 0.1
        : Math.min(LOUDEST_FLOOR, Math.max(1, this.#floor) * (voiced ? 1.0005 : 1.005))
    this.#position += frame.length
    const step: VadStep = { until: this.#position, voiced, speaking: this.#speaking }
    if (voiced) {
      this.#voicedRun += 1
      this.#silentRun = 0
      this.#lastVoiced = this.#position
      if (!this.#speaking && this.#voicedRun >= ONSET_FRAMES) {
        this.#speaking = true
        step.speaking = true
        step.began = this.#position - this.#voicedRun * VAD_FRAME
      }
    } else {
      this.#voicedRun = 0
      this.#silentRun += 1
      if (this.#speaking && this.#silentRun >= this.#silenceFrames) {
        this.#speaking = false
        step.speaking = false
        step.ended = this.#lastVoiced
      }
    }
    return step
  }
}
