// Types of the part that we use: the package has none.
declare module 'sherpa-onnx-node' {
  export interface OnlineStream {
    acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void
    inputFinished(): void
    setOption(key: string, value: string): void
  }
  export interface OnlineRecognizer {
    createStream(): OnlineStream
    isReady(stream: OnlineStream): boolean
    decode(stream: OnlineStream): void
    isEndpoint(stream: OnlineStream): boolean
    reset(stream: OnlineStream): void
    getResult(stream: OnlineStream): { text: string; tokens: string[]; timestamps: number[]; start_time: number }
  }
  export interface OnlineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: {
      transducer?: { encoder: string; decoder: string; joiner: string }
      nemoCtc?: { model: string }
      tokens: string
      numThreads: number
      provider: string
      debug: number
    }
    decodingMethod: string
    enableEndpoint: number
    rule1MinTrailingSilence: number
    rule2MinTrailingSilence: number
    rule3MinUtteranceLength: number
  }
  const sherpa: { OnlineRecognizer: new (config: OnlineRecognizerConfig) => OnlineRecognizer }
  export default sherpa
}
