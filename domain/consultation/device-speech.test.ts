import { expect, test } from 'vitest'
import { type DeviceResult, readDeviceResult } from './device-speech.ts'
import { heardBefore } from './feeding.ts'
import { isInside, type Span } from './spans.ts'
import { newTake } from './take.ts'

/** A result of six words of one length, a second each. */
const result: DeviceResult = { type: 'device_result', id: 'r', take: 1, from: 0, to: 60, at: 0, text: 'a b c d e f' }
const read = (done: Span[], isListening = (_: number) => false) =>
  readDeviceResult({ ...newTake(1, 0), stored: 60, done }, result, isListening)

test('[C45] words that another engine has answered are left out, one by one', () => {
  const linesOf = (done: Span[]) => {
    const reading = read(done)
    return typeof reading === 'string' ? reading : reading.lines.map(({ from, to, original }) => [from, to, original])
  }
  expect(linesOf([])).toEqual([[0, 60, 'a b c d e f']])
  expect(linesOf([{ from: 0, to: 18 }])).toEqual([[20, 60, 'c d e f']])
  expect(linesOf([{ from: 20, to: 30 }])).toEqual([
    [0, 20, 'a b'],
    [30, 60, 'd e f'],
  ])
  expect(linesOf([{ from: 0, to: 60 }])).toEqual([])
})

test('[C45] audio that an engine hears now waits for its answer; audio that is not stored is refused', () => {
  const hears = (sample: number) => sample >= 50
  expect(read([], hears)).toBe('busy')
  expect(read([{ from: 50, to: 60 }], hears)).toMatchObject({ lines: [{ text: 'A b c d e.', original: 'a b c d e' }] })
  expect(readDeviceResult({ ...newTake(1, 0), stored: 59 }, result, hears)).toBe('not_stored')
})

test('[C12] [C44] the word next to a line of the device is heard; next to a word of an engine it may be the same', () => {
  const take = { ...newTake(1, 0), stored: 64_000, deviceSpans: [{ from: 0, to: 32_000 }] }
  const line = { from: 0, to: 32_000 }
  const reachOf = (isLine: boolean) => {
    const written = isLine ? { ...line, isLine: true as const } : line
    return Math.max(...heardBefore(32_000, { ...take, done: [line] }, [written], null).map(({ to }) => to))
  }
  expect([reachOf(true), reachOf(false)]).toEqual([32_000, 33_600])
})

test('[C12] a word that the beginning of the audio cut off is not written', () => {
  const take = { ...newTake(1, 0), stored: 64_000, done: [{ from: 0, to: 32_000 }] }
  const isWritten = (middle: number) => !isInside(heardBefore(32_000, take, [], null), middle)
  expect([16_800, 17_700, 32_100].map(isWritten)).toEqual([false, true, true])
})
