import { writeWav } from '#local/speech/pcm.ts'

/** A wav of one steady tone, for the fake microphone. Whole periods: it repeats without a step. */
export const toneWav = (hz: number, rate: number, seconds: number, level = 0.4): Uint8Array =>
  wavOf(
    Float64Array.from({ length: rate * seconds }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rate)),
    rate,
  )

/** Mono, 16 bit, from samples of -1 to 1. */
export const wavOf = (samples: ArrayLike<number>, rate: number): Uint8Array =>
  writeWav(
    Int16Array.from(samples, (sample) => Math.round(sample * 32_767)),
    rate,
  )
