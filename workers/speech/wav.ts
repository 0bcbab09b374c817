import { SAMPLE_RATE } from '#domain/consultation/frame.ts'

/** Linear16 mono with the header that every batch endpoint reads. */
export function wavOf(pcm: Uint8Array): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(44 + pcm.byteLength)
  const view = new DataView(wav.buffer)
  const text = (at: number, value: string) => wav.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  view.setUint32(4, 36 + pcm.byteLength, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, pcm.byteLength, true)
  wav.set(pcm, 44)
  return wav
}
