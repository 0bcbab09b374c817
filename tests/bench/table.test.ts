import { expect, test } from 'vitest'
import { type Line, median, met, percentile, ratios, slope, summary } from './measure.ts'
import { detail, table, verdict } from './table.ts'

const relay: Line = {
  what: 'CPU per frame',
  unit: '×',
  of: summary([1.4, 1.5, 1.62]),
  target: { atMost: 1.5 },
  compared: 'Both store before they acknowledge.',
  sides: [
    { name: 'Relato', unit: 'µs', of: summary([843]) },
    { name: 'minimal', unit: 'µs', of: summary([595]) },
  ],
}

test('the median is held against the target, its edge included where the target says so', () => {
  const isMet = (of: number, target: Line['target']) => met({ of: summary([of]), target })
  expect([1.5, 1.5000001].map((one) => isMet(one, { atMost: 1.5 }))).toEqual([true, false])
  expect([0.1 + 0.2, 0.31].map((one) => isMet(one, { atMost: 0.3 }))).toEqual([true, false])
  expect([0.8, 0.79].map((one) => isMet(one, { atLeast: 0.8 }))).toEqual([true, false])
  expect(isMet(Number.NaN, { atMost: 1 })).toBe(false)
})

test('a line says its ratio first, then its target and verdict, its sides and what was compared', () => {
  expect(detail({ point: 'P1', line: relay })).toEqual([
    'P1 · CPU per frame: 1.50 × (1.40–1.62, n = 3), target <= 1.5 ×: met',
    '    Relato 843 µs · minimal 595 µs',
    '    Both store before they acknowledge.',
  ])
  const price: Line = { ...relay, what: 'an hour', unit: 'US$', of: summary([0.0123]) }
  const results = [
    { point: 'P1', line: { ...relay, of: summary([1.51]) } },
    { point: 'P10', line: price },
    { point: 'P9', failure: 'no port' },
  ]
  expect(results.map(verdict)).toEqual(['MISSED', 'met', 'BROKEN'])
  expect(table(results).slice(2)).toEqual([
    '| P1 | CPU per frame | 1.51 × | <= 1.5 × | MISSED |',
    '| P10 | an hour | US$ 0.012 | <= US$ 1.5 | met |',
    '| P9 | no port |  |  | BROKEN |',
  ])
})

test('repeats are told by their median and ends, pairs by their own ratio, a rise by its slope', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(summary([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9, n: 3 })
  // A turn in which the machine was twice as slow for both says the same as the others.
  expect(ratios([2, 4, 3], [1, 2, 2])).toEqual([2, 2, 1.5])
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect([0, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100])
  expect(percentile([], 0.5)).toBeNaN()
  expect(slope([0, 10, 20], [7, 7, 7])).toBe(0)
  expect(slope([60, 120, 180], [100, 103, 106])).toBeCloseTo(0.05)
  expect(slope([0, 1, 2, 3], [0, 2, 1, 3])).toBeCloseTo(0.8)
})
