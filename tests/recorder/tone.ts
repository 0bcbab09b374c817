/** A wav of one steady tone, for the fake microphone. Whole periods: it repeats without a step. */
export const toneWav = (hz: number, rate: number, seconds: number, level = 0.4): Buffer =>
  wavOf(
    Float64Array.from({ length: rate * seconds }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rate)),
    rate,
  )

/** Mono, 16 bit, from samples of -1 to 1. */
export function wavOf(samples: ArrayLike<number>, rate: number): Buffer {
  const count = samples.length
  const wav = Buffer.alloc(44 + count * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + count * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(count * 2, 40)
  for (let i = 0; i < count; i++) wav.writeInt16LE(Math.round((samples[i] as number) * 32_767), 44 + i * 2)
  return wav
}
