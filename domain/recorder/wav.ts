export const WAV_HEADER_BYTES = 44

/** The head of a wav of 16-bit mono samples, which follow it. */
export function wavHeader(samples: number, rate: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES))
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  }
  write(0, 'RIFF')
  view.setUint32(4, 36 + samples * 2, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples * 2, true)
  return view.buffer as ArrayBuffer
}
