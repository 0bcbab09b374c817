import { SAMPLE_RATE } from './frame.ts'

const HEADER_BYTES = 44

/** The WAV header for Linear16 mono; `rate` in Hz. */
export function wavHeader(pcmBytes: number, rate = SAMPLE_RATE): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) header[at + i] = value.charCodeAt(i)
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + pcmBytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, pcmBytes, true)
  return header
}

export function wavOf(pcm: Uint8Array, rate = SAMPLE_RATE): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(HEADER_BYTES + pcm.byteLength)
  wav.set(wavHeader(pcm.byteLength, rate))
  wav.set(pcm, HEADER_BYTES)
  return wav
}
