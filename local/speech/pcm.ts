// linear16 in and out of bytes, little endian like every machine this runs on; wav as PCM, mono, 16 bits.

import { wavOf } from '#domain/consultation/wav.ts'

export function samplesFromBytes(bytes: Uint8Array): Int16Array {
  if (bytes.byteLength % 2 !== 0) throw new AudioFormatError('linear16 needs an even number of bytes')
  // A copy, because the bytes may begin at an odd place of their buffer.
  return new Int16Array(Uint8Array.from(bytes).buffer)
}

export const bytesFromSamples = (samples: Int16Array): Uint8Array => new Uint8Array(Int16Array.from(samples).buffer)

export class AudioFormatError extends Error {
  override name = 'AudioFormatError'
}

const MAGICS: readonly (readonly [string, readonly number[]])[] = [
  ['wav', [0x52, 0x49, 0x46, 0x46]],
  ['ogg', [0x4f, 0x67, 0x67, 0x53]],
  ['webm', [0x1a, 0x45, 0xdf, 0xa3]],
  ['flac', [0x66, 0x4c, 0x61, 0x43]],
  ['mp3', [0x49, 0x44, 0x33]],
]

/** The container these bytes begin with, if any: sent on a linear16 socket it would be heard as noise. */
export function containerOf(bytes: Uint8Array): string | undefined {
  return MAGICS.find(([, magic]) => magic.every((byte, i) => bytes[i] === byte))?.[0]
}

export interface Wav {
  sampleRate: number
  samples: Int16Array
}

export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tag = (at: number) => (at + 4 <= bytes.byteLength ? String.fromCharCode(...bytes.subarray(at, at + 4)) : '')
  if (tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new AudioFormatError('not a wav file')
  let sampleRate: number | undefined
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    const body = at + 8
    if (tag(at) === 'fmt ' && body + 16 <= bytes.byteLength) {
      const [format, channels] = [view.getUint16(body, true), view.getUint16(body + 2, true)]
      if (format !== 1 || channels !== 1 || view.getUint16(body + 14, true) !== 16) {
        throw new AudioFormatError('only mono 16-bit PCM wav is taken')
      }
      sampleRate = view.getUint32(body + 4, true)
    }
    if (tag(at) === 'data') {
      if (sampleRate === undefined) throw new AudioFormatError('wav without format')
      // A wav written to a pipe announces a size it does not have.
      const end = Math.min(body + size, bytes.byteLength)
      return { sampleRate, samples: samplesFromBytes(bytes.subarray(body, body + ((end - body) & ~1))) }
    }
    at = body + size + (size % 2)
  }
  throw new AudioFormatError('wav without audio')
}

export const writeWav = (samples: Int16Array, sampleRate: number): Uint8Array =>
  wavOf(bytesFromSamples(samples), sampleRate)
