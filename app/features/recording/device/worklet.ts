/** Runs on the audio thread: device rate -> 16 kHz -> levelling if wanted -> frames of 250 ms. Bundled into one script of its own. */
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { Leveller } from '#domain/recorder/leveller.ts'
import { createFramer, createResampler } from '#domain/recorder/resample.ts'

/** `run` numbers a period of capture so that a late frame is not counted into the next. */
export type WorkletCommand = { type: 'run'; run: number } | { type: 'halt'; id: number }
export type WorkletReport =
  | { type: 'frame'; run: number; samples: Int16Array }
  /** The audio thread was suspended: `ms` of audio are missing before sample `at` of the run. */
  | { type: 'slept'; run: number; at: number; ms: number }
  | { type: 'halted'; id: number }
/** `processorOptions` of the node. */
export type WorkletOptions = { levelling: boolean }

// Globals of AudioWorkletGlobalScope that TypeScript's libraries lack.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Blocks come every 3 ms: a longer silence than this means that the device slept. */
const SLEPT_MS = 2_000

class Recorder extends AudioWorkletProcessor {
  running = false
  run = 0
  readonly resampler = createResampler(sampleRate)
  readonly leveller: Leveller | null
  readonly framer = createFramer()
  /** Samples of the run at the device's rate. */
  taken = 0
  /** Wall clock: it keeps running while the device sleeps. */
  lastBlockAt = 0

  constructor(options?: { processorOptions?: WorkletOptions }) {
    super()
    this.leveller = options?.processorOptions?.levelling ? new Leveller() : null
    this.port.onmessage = ({ data }: MessageEvent<WorkletCommand>) => {
      if (data.type === 'run') {
        this.finishRun()
        this.run = data.run
        this.running = true
        this.taken = 0
        this.lastBlockAt = Date.now()
      } else {
        this.finishRun()
        this.report({ type: 'halted', id: data.id })
      }
    }
  }

  /** Sends the short last frame; later samples belong to another run. */
  finishRun() {
    if (!this.running) return
    this.running = false
    this.keep(this.resampler.flush())
    if (this.leveller) for (const frame of this.framer.push(this.leveller.flush())) this.frame(frame)
    const last = this.framer.flush()
    if (last) this.frame(last)
  }

  frame(samples: Int16Array) {
    this.port.postMessage({ type: 'frame', run: this.run, samples } satisfies WorkletReport, [samples.buffer])
  }

  report(message: WorkletReport) {
    this.port.postMessage(message)
  }

  keep(samples: Int16Array) {
    for (const frame of this.framer.push(this.leveller?.push(samples) ?? samples)) this.frame(frame)
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = inputs[0]?.[0]
    if (!this.running || !samples) return true
    const now = Date.now()
    const ms = now - this.lastBlockAt
    this.lastBlockAt = now
    if (ms > SLEPT_MS) {
      const at = Math.round((this.taken * SAMPLE_RATE) / sampleRate)
      this.report({ type: 'slept', run: this.run, at, ms })
    }
    this.taken += samples.length
    this.keep(this.resampler.push(samples))
    return true
  }
}

registerProcessor('recorder', Recorder)
