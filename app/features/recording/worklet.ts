/** Runs on the audio thread: device rate -> 16 kHz -> frames of 250 ms. Bundled into one script of its own. */
import { createFramer } from '#domain/recorder/framer.ts'
import { createResampler } from '#domain/recorder/resample.ts'
import type { WorkletCommand, WorkletReport } from './worklet-messages.ts'

// What exists in AudioWorkletGlobalScope and in no library of TypeScript.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

class Recorder extends AudioWorkletProcessor {
  running = false
  run = 0
  readonly resampler = createResampler(sampleRate)
  readonly framer = createFramer()

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<WorkletCommand>) => {
      if (data.type === 'run') {
        this.finishRun()
        this.run = data.run
        this.running = true
      } else {
        this.finishRun()
        this.report({ type: 'halted', id: data.id })
      }
    }
  }

  /** The short last frame goes out; what follows belongs to another run. */
  finishRun() {
    if (!this.running) return
    this.running = false
    for (const frame of this.framer.push(this.resampler.flush())) this.frame(frame)
    const last = this.framer.flush()
    if (last) this.frame(last)
  }

  frame(samples: Int16Array) {
    this.port.postMessage({ type: 'frame', run: this.run, samples } satisfies WorkletReport, [samples.buffer])
  }

  report(message: WorkletReport) {
    this.port.postMessage(message)
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = inputs[0]?.[0]
    if (this.running && samples) for (const frame of this.framer.push(this.resampler.push(samples))) this.frame(frame)
    return true
  }
}

registerProcessor('recorder', Recorder)
