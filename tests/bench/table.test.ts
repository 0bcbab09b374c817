import { expect, test } from 'vitest'
import { chosen, type Line, type Measure, median, met, percentile, ratios, slope, summary } from './measure.ts'
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
  const isMet = (of: number, target: Line['target']) => met({ of: summary([of]), target } as Line)
  expect([1.5, 1.5000001].map((one) => isMet(one, { atMost: 1.5 }))).toEqual([true, false])
  expect([0.1 + 0.2, 0.31].map((one) => isMet(one, { atMost: 0.3 }))).toEqual([true, false])
  expect([299, 300].map((one) => isMet(one, { under: 300 }))).toEqual([true, false])
  expect([0.8, 0.79].map((one) => isMet(one, { atLeast: 0.8 }))).toEqual([true, false])
  expect(isMet(Number.NaN, { atMost: 1 })).toBe(false)
  expect(isMet(9, undefined)).toBe(true)
})

test('a line says its ratio first, then its target and verdict, its sides and what was compared', () => {
  expect(detail({ name: 'relay', point: 'P1', line: relay })).toEqual([
    'P1 · CPU per frame: 1.50 × (1.40–1.62, n = 3), target <= 1.5 ×: met',
    '    Relato 843 µs · minimal 595 µs',
    '    Both store before they acknowledge.',
  ])
  const missed = { name: 'relay', point: 'P1', line: { ...relay, of: summary([1.51]) } }
  const price: Line = { what: 'an hour', unit: 'US$', of: summary([0.0123]), compared: 'Prices of a day.' }
  const lines = [missed, { name: 'price', line: price }, { name: 'lost', point: 'P9', failure: 'no port' }]
  expect(lines.map(verdict)).toEqual(['MISSED', 'told', 'BROKEN'])
  expect(table(lines).slice(2)).toEqual([
    '| P1 | CPU per frame | 1.51 × | Relato 843 µs · minimal 595 µs | <= 1.5 × | MISSED |',
    '| price | an hour | US$ 0.012 |  | – | told |',
    '| P9 | lost | broke |  | – | BROKEN |',
  ])
})

test('alone it runs what has a point, in order; the rest by name, anything by its number', () => {
  const bench: Measure['bench'] = async () => []
  const all: Record<string, Measure> = {
    extra: { bench },
    price: { point: 'P10', bench },
    relay: { point: 'P1', bench },
  }
  const names = (...asked: string[]) => chosen(all, asked).map(([name]) => name)
  expect(names()).toEqual(['relay', 'price'])
  expect(names('p10')).toEqual(['price'])
  expect(names('extra', 'P1')).toEqual(['relay', 'extra'])
  expect(() => names('P2')).toThrow('There is no P2')
})

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
