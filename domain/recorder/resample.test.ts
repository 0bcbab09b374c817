import { expect, test } from 'vitest'
import { createFramer, createResampler } from './resample.ts'

const BLOCK = 128
const tone = (rate: number, hz: number, from: number, count: number, level = 0.5) =>
  Float32Array.from({ length: count }, (_, i) => level * Math.sin((2 * Math.PI * hz * (from + i)) / rate))

/** Runs a tone through, block by block as a worklet does, and returns everything that came out. */
function run(rate: number, hz: number, seconds: number): Int16Array {
  const resampler = createResampler(rate)
  const total = Math.round(rate * seconds)
  const parts: Int16Array[] = []
  for (let at = 0; at < total; at += BLOCK) parts.push(resampler.push(tone(rate, hz, at, Math.min(BLOCK, total - at))))
  parts.push(resampler.flush())
  return Int16Array.from(parts.flatMap((part) => [...part]))
}

/** Level in dB relative to the tone that went in, edges left out. */
function decibels(samples: Int16Array): number {
  const middle = samples.subarray(1_000, samples.length - 1_000)
  const power = middle.reduce((sum, value) => sum + (value / 32_767) ** 2, 0) / middle.length
  return 10 * Math.log10(Math.max(power, 1e-12) / 0.125)
}

const rates = [44_100, 48_000, 96_000, 32_000, 22_050]

test.each(rates)('[RS1] speech passes unchanged from %i Hz', (rate) => {
  for (const hz of [100, 440, 1_000, 3_400, 5_500, 6_700])
    expect(Math.abs(decibels(run(rate, hz, 0.5)))).toBeLessThan(0.1)
})

test.each(rates)('[RS2] what would fold back from above 8 kHz is more than 60 dB down, from %i Hz', (rate) => {
  const tones = [8_050, 8_500, 9_000, 10_500, 12_000, 15_900, 17_000, 21_000].filter((hz) => hz < rate / 2)
  for (const hz of tones) expect(decibels(run(rate, hz, 0.5)), `${hz} Hz`).toBeLessThan(-60)
})

test.each([...rates, 16_000, 8_000, 11_025])(
  '[RS3] the count is exact from %i Hz, however the input is cut',
  (rate) => {
    for (const total of [1, 7, 127, 128, 4_410, 12_345]) {
      for (const size of [1, 128, 333, total]) {
        const resampler = createResampler(rate)
        let made = 0
        for (let at = 0; at < total; at += size)
          made += resampler.push(new Float32Array(Math.min(size, total - at))).length
        made += resampler.flush().length
        expect(made).toBe(Math.ceil((total * 16_000) / rate))
      }
    }
  },
)

test('[RS4] a click after ten minutes comes out exactly at its time', { timeout: 30_000 }, () => {
  const rate = 44_100
  const resampler = createResampler(rate)
  const silence = new Float32Array(BLOCK)
  const blocks = Math.floor((rate * 600) / BLOCK)
  let made = 0
  for (let block = 0; block < blocks; block++) made += resampler.push(silence).length
  const click = new Float32Array(rate)
  const offset = rate / 100
  click[offset] = 1
  const tail = resampler.push(click)
  const peak = tail.indexOf(tail.reduce((high, value) => Math.max(high, value), 0))
  const expected = ((blocks * BLOCK + offset) * 16_000) / rate
  expect(Math.abs(made + peak - expected)).toBeLessThanOrEqual(0.5)
})

test('[RS5] gives the same samples for any block size, and starts again after a flush', () => {
  const input = tone(44_100, 700, 0, 10_000)
  const whole = createResampler(44_100)
  const pieces = createResampler(44_100)
  const expected = [...whole.push(input), ...whole.flush()]
  for (let round = 0; round < 2; round++) {
    const got: number[] = []
    for (let at = 0; at < input.length; at += 77) got.push(...pieces.push(input.subarray(at, at + 77)))
    got.push(...pieces.flush())
    expect(got).toEqual(expected)
  }
})

test('[RS6] clips samples that are too loud instead of wrapping them', () => {
  const samples = createResampler(48_000).push(new Float32Array(4_800).fill(3))
  expect(Math.min(...samples.subarray(100))).toBe(32_767)
})

test('[FR1] frames hold 4,000 samples; only the flushed one is shorter; no sample is lost or moved', () => {
  const framer = createFramer()
  const samples = Int16Array.from({ length: 9_001 }, (_, i) => i)
  const frames = [
    framer.push(samples.subarray(0, 3)),
    framer.push(samples.subarray(3, 8_500)),
    framer.push(samples.subarray(8_500)),
  ].flat()
  const last = framer.flush()
  expect(frames.map((frame) => frame.length)).toEqual([4_000, 4_000])
  expect(last?.length).toBe(1_001)
  expect([...frames.flatMap((frame) => [...frame]), ...(last ?? [])]).toEqual([...samples])
  expect(framer.flush()).toBeNull()
})
