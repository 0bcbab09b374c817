/** On the audio thread, for the tests alone: keeps what the recorder's processor was given, block by block. */
type Block = { run: number; samples: Float32Array }
type Recorder = { running: boolean; run: number; process(inputs: Float32Array[][]): boolean }
type Processor = new (options?: unknown) => Recorder
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }

const blocks: Block[] = []
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
  }
  register(name, Tapped)
}

register(
  'tap',
  class extends AudioWorkletProcessor {
    constructor() {
      super()
      this.port.onmessage = () => this.port.postMessage(blocks.splice(0))
    }
    process(): boolean {
      return true
    }
  },
)
