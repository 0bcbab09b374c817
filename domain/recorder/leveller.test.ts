import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '../consultation/frame.ts'
import { Leveller } from './leveller.ts'

const seconds = (count: number) => Math.round(count * SAMPLE_RATE)
const pause = (length: number) => new Int16Array(seconds(length))
const gainOf = (db: number) => 10 ** (db / 20)

/** Noise that is the same in every run. */
function noise(length: number, db: number, seed = 1): Int16Array {
  let state = seed
  // Uniform noise lies 4.8 dB under its own peak.
  const peak = 32_767 * gainOf(db + 4.77)
  return Int16Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.round(peak * ((state / 2_147_483_648) * 2 - 1))
  })
}

/** Something like a voice: a buzz in syllables of a quarter second, each with a gap after it. */
function voice(length: number, db: number): Int16Array {
  const peak = 32_767 * gainOf(db)
  return Int16Array.from({ length }, (_, i) => {
    const syllable = (i % seconds(0.25)) / seconds(0.25)
    const envelope = syllable < 0.8 ? Math.sin((Math.PI * syllable) / 0.8) : 0
    const at = (2 * Math.PI * 140 * i) / SAMPLE_RATE
    return Math.round(peak * envelope * (Math.sin(at) + 0.5 * Math.sin(2 * at) + 0.3 * Math.sin(3 * at)))
  })
}

const mix = (a: Int16Array, b: Int16Array) => a.map((value, i) => value + (b[i] ?? 0))
const join = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]))
const db = (samples: Int16Array) =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length / 32_767 ** 2)
const between = (samples: Int16Array, from: number, to: number) => samples.subarray(seconds(from), seconds(to))

/** Compares as a whole, so that a failure prints one word and not 100,000 lines. */
const same = (a: Int16Array, b: Int16Array) => a.length === b.length && a.every((value, i) => value === b[i])

function level(input: Int16Array, cut = 128): Int16Array {
  const leveller = new Leveller()
  const parts: Int16Array[] = []
  for (let at = 0; at < input.length; at += cut) parts.push(leveller.push(input.subarray(at, at + cut)))
  return join(...parts, leveller.flush())
}
/** The gain in dB, quarter second by quarter second. */
const gains = (input: Int16Array, output: Int16Array, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 0.25) }, (_, i) => {
    const [a, b] = [from + i * 0.25, from + (i + 1) * 0.25]
    return db(between(output, a, b)) - db(between(input, a, b))
  })

test('[LV1] raises a quiet voice within seconds and leaves a loud one unchanged', () => {
  const quiet = mix(join(pause(2), voice(seconds(10), -40)), noise(seconds(12), -70, 7))
  const raised = level(quiet)
  expect(db(between(raised, 7, 12)) - db(between(quiet, 7, 12))).toBeGreaterThan(12)
  expect(db(between(raised, 7, 12))).toBeLessThan(-20)
  const loud = join(noise(seconds(2), -70), voice(seconds(6), -14))
  expect(same(level(loud), loud)).toBe(true)
})

test('[LV2] does not raise noise at the start, when it begins, or after speech', () => {
  for (const strength of [-70, -55, -40]) {
    const hiss = noise(seconds(20), strength)
    expect(same(level(hiss), hiss), `${strength} dB`).toBe(true)
  }
  const input = mix(join(pause(2), voice(seconds(8), -40), pause(14)), noise(seconds(24), -66, 5))
  const output = level(input)
  // Within a conversation it stays far below speech; afterwards it is what it was.
  expect(db(between(output, 10.5, 12))).toBeLessThan(-50)
  for (const gain of gains(input, output, 19, 24)) expect(Math.abs(gain)).toBeLessThan(0.1)
  // A fan that starts is taken for a voice for a moment at most.
  const fan = join(noise(seconds(5), -75), noise(seconds(20), -48, 3))
  expect(Math.max(...gains(fan, level(fan), 15, 25))).toBeLessThan(0.1)
})

test('[LV3] the gain is steady within a sentence and across its pauses', () => {
  const sentence = join(voice(seconds(3), -40), pause(1.5))
  const input = mix(join(pause(2), ...Array.from({ length: 6 }, () => sentence)), noise(seconds(29), -72, 9))
  const steady = gains(input, level(input), 11, 29)
  expect(Math.max(...steady) - Math.min(...steady)).toBeLessThan(3)
  for (let i = 1; i < steady.length; i++)
    expect(Math.abs((steady[i] as number) - (steady[i - 1] as number))).toBeLessThan(1.5)
})

test('[LV4] never clips: a shout keeps its form and its sign', () => {
  const shout = voice(seconds(2), -3)
  const input = join(noise(seconds(2), -70), voice(seconds(8), -42), shout, voice(seconds(3), -42), noise(1_111, -8))
  const output = level(input)
  output.forEach((value, i) => {
    const most = Math.max(Math.abs(input[i] as number), 0.892 * 32_767)
    if (
      Math.abs(value) > most ||
      Math.abs(value) < Math.abs(input[i] as number) - 1 ||
      value * (input[i] as number) < 0
    )
      expect.unreachable(`${input[i]} became ${value} at ${i}`)
  })
  // No step that the input does not have: the gain moves in a line, never in a jump.
  let factor = 1
  for (let i = 1; i < output.length - 1_200; i++) {
    if (Math.abs(input[i] as number) < 2_000) continue
    const next = (output[i] as number) / (input[i] as number)
    if (i > seconds(10.1) && i < seconds(11.9)) expect(Math.abs(next - factor)).toBeLessThan(0.25)
    factor = next
  }
})

test('[LV5] retains every sample, delays at most 20 ms, and gives the same output for any block size', () => {
  const input = join(noise(seconds(2), -70), voice(seconds(4) + 77, -38))
  const whole = level(input, input.length)
  expect(whole.length).toBe(input.length)
  for (const cut of [1, 43, 128, 160, 4_000]) expect(same(level(input, cut), whole), `cut ${cut}`).toBe(true)

  const leveller = new Leveller()
  let outputCount = 0
  for (let at = 0; at < 8_000; at += 47) {
    outputCount += leveller.push(input.subarray(at, at + 47)).length
    expect(at + 47 - outputCount).toBeLessThan(320)
  }
  outputCount += leveller.flush().length
  expect(outputCount).toBe(Math.ceil(8_000 / 47) * 47)
  expect(leveller.flush()).toHaveLength(0)
  // The next run keeps the measured voice; a loud beginning does not clip.
  const again = leveller.push(voice(seconds(1), -2))
  expect(Math.max(...again)).toBeLessThanOrEqual(32_767)
})
