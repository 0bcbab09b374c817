import { SAMPLE_RATE } from './frame.ts'

const HEADER_BYTES = 44

/** The WAV header for Linear16 mono; `rate` in Hz. As words in little endian, like every device this runs on. */
export function wavHeader(pcmBytes: number, rate = SAMPLE_RATE): Uint8Array<ArrayBuffer> {
  const [riff, wave, fmt, data] = [0x46464952, 0x45564157, 0x20746d66, 0x61746164] as const
  const [pcmMono, twoBytes16Bits] = [0x00010001, 0x00100002]
  const words = [riff, 36 + pcmBytes, wave, fmt, 16, pcmMono, rate, rate * 2, twoBytes16Bits, data, pcmBytes]
  return new Uint8Array(Uint32Array.from(words).buffer)
}

export function wavOf(pcm: Uint8Array, rate = SAMPLE_RATE): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(HEADER_BYTES + pcm.byteLength)
  wav.set(wavHeader(pcm.byteLength, rate))
  wav.set(pcm, HEADER_BYTES)
  return wav
}
