/** A wav of one steady tone, for the fake microphone. Whole periods: it repeats without a step. */
export function toneWav(hz: number, rate: number, seconds: number, level = 0.4): Buffer {
  const count = rate * seconds
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
  for (let i = 0; i < count; i++)
    wav.writeInt16LE(Math.round(level * 32_767 * Math.sin((2 * Math.PI * hz * i) / rate)), 44 + i * 2)
  return wav
}
