import { expect, test } from 'vitest'
import { isOutdated, lengthOf, type Segment, slicesOf, wholeOf } from './segments.ts'

const second = 16_000
const segment = (number: number, take: number, from: number, seconds: number): Segment => ({
  segment: number,
  take,
  from: from * second,
  mime: 'audio/webm;codecs=opus',
  startedAt: 1_772_460_000_000 + number,
  seconds,
})
/** One minute, the next with a moment of overlap, a pause, another take recorded in between. */
const segments = [segment(1, 1, 0, 61), segment(2, 1, 60, 20), segment(4, 1, 79.5, 5), segment(3, 3, 0, 10)]
const slices = (take: number, at: number, ms: number) =>
  slicesOf(segments, take, at * second, ms).map(({ segment, fromMs, ms }) => [segment.segment, fromMs, ms])

test('[LR4] finds the sound of a line by its take and first sample, 300 ms earlier, across segments', () => {
  expect(slices(1, 10, 2_000)).toEqual([[1, 9_700, 2_500]])
  expect(slices(1, 0.1, 500)).toEqual([[1, 0, 800]])
  expect(slices(1, 59, 3_000)).toEqual([
    [1, 58_700, 1_300],
    [2, 0, 2_200],
  ])
  // The 300 ms before come from the previous segment.
  expect(slices(1, 60, 1_000)).toEqual([
    [1, 59_700, 300],
    [2, 0, 1_200],
  ])
  expect(slices(3, 2, 1_000)).toEqual([[3, 1_700, 1_500]])
  // Sound cut off by a crash, another take, a place after the end: empty rather than the wrong sound.
  expect(slices(3, 9.5, 4_000)).toEqual([[3, 9_200, 800]])
  for (const [take, at] of [
    [2, 1],
    [3, 10.1],
    [1, 90],
  ] as const)
    expect(slices(take, at, 1_000)).toEqual([])
})

test('[LR6] plays every segment once, in the order of the audio clock, without overlaps', () => {
  const whole = wholeOf(segments).map(({ segment, ms }) => [segment.segment, ms])
  expect(whole).toEqual([
    [1, 60_000],
    [2, 19_500],
    [4, null],
    [3, null],
  ])
  expect(lengthOf(segments)).toBe(60_000 + 19_500 + 5_000 + 10_000)
  expect([wholeOf([]), lengthOf([])]).toEqual([[], 0])
  // Two that begin at the same place: the later one was recorded.
  expect(wholeOf([segment(1, 1, 0, 1), segment(2, 1, 0, 9)]).map(({ segment }) => segment.segment)).toEqual([2])
})

test('[LR5] a local recording expires after seven days', () => {
  const day = 86_400_000
  expect([isOutdated(0, 7 * day), isOutdated(0, 7 * day + 1), isOutdated(day, 0)]).toEqual([false, true, false])
})
