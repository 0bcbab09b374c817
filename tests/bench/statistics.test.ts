import { expect, test } from 'vitest'
import { median, percentile, ratios, slope, summary } from './statistics.ts'

test('repeats are told by their median and ends, pairs by their own ratio', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(summary([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9, n: 3 })
  // A turn in which the machine was twice as slow for both says the same as the others.
  expect(ratios([2, 4, 3], [1, 2, 2])).toEqual([2, 2, 1.5])
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect([0, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100])
  expect(percentile([], 0.5)).toBeNaN()
})

test('a slope is what is added for each unit, whatever the level', () => {
  expect(slope([0, 10, 20], [7, 7, 7])).toBe(0)
  expect(slope([60, 120, 180], [100, 103, 106])).toBeCloseTo(0.05)
  expect(slope([0, 1, 2, 3], [0, 2, 1, 3])).toBeCloseTo(0.8)
})
