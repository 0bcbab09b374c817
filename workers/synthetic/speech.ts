// "Bom dia, doutora. Estou com tosse seca e febre há quatro dias.", by espeak-ng: 8 kHz, 8 bits. It travels inside the
// module, as the fonts do (workers/pdf/fonts.ts).
import wav from './spoken.wav?inline'

const HEADER_BYTES = 44

/** Returns five seconds of speech as 16 kHz samples. */
export function syntheticSpeech(): Int16Array {
  const bytes = Uint8Array.from(atob(wav.slice(wav.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  const levels = bytes.subarray(HEADER_BYTES)
  const at = (index: number) => ((levels[Math.min(index, levels.length - 1)] ?? 128) - 128) * 256
  // Every second sample is the mean of its neighbours.
  return Int16Array.from({ length: levels.length * 2 }, (_, index) => {
    const place = index >> 1
    return index % 2 === 0 ? at(place) : (at(place) + at(place + 1)) / 2
  })
}
