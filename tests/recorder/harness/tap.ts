/** On the audio thread, for the tests alone: keeps what the recorder's processor was given, block by block. */
export type Block = { run: number; samples: Float32Array }
/** `asked`: all there is by now. Else a run is over, and its audio clock may stop. */
export type TapReport = { asked: boolean; blocks: Block[] }
type Recorder = { running: boolean; run: number; process(inputs: Float32Array[][]): boolean; finishRun(): void }
type Processor = new (options?: unknown) => Recorder
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }

const blocks: Block[] = []
let page: MessagePort | undefined
const report = (asked: boolean) => page?.postMessage({ asked, blocks: blocks.splice(0) } satisfies TapReport)
const scope = globalThis as unknown as { registerProcessor(name: string, processor: unknown): void }
const register = scope.registerProcessor.bind(scope)

scope.registerProcessor = (name, processor) => {
  if (name !== 'recorder') return register(name, processor)
  class Tapped extends (processor as Processor) {
    override process(inputs: Float32Array[][]): boolean {
      const samples = inputs[0]?.[0]
      if (this.running && samples) blocks.push({ run: this.run, samples: samples.slice() })
      return super.process(inputs)
    }
    override finishRun(): void {
      super.finishRun()
      report(false)
    }
  }
  register(name, Tapped)
}

register(
  'tap',
  class extends AudioWorkletProcessor {
    constructor() {
      super()
      page = this.port
      this.port.onmessage = () => report(true)
    }
    process(): boolean {
      return true
    }
  },
)
