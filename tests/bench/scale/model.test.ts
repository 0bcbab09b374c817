import { expect, test } from 'vitest'
import { simulateDay } from './day.ts'
import { firstMet, sizeOf } from './model.ts'

const lines = { perMinute: 18_000 }

test('a day has as many rooms awake as begin in the time that one lasts', () => {
  const { alive, endsAMinute } = simulateDay(100_000, 20, 1)
  // The busiest hour begins 12 % of them: 200 a minute, 20 minutes each.
  expect(alive).toBeGreaterThan(3_900)
  expect(alive).toBeLessThan(4_400)
  expect(endsAMinute).toBeGreaterThan(190)
  expect(endsAMinute).toBeLessThan(240)
  expect(simulateDay(100_000, 20, 1)).toEqual({ alive, endsAMinute })
})

test('ten times the consultations are ten times the load, and other limits are met', () => {
  const [small, large] = [sizeOf(10_000, lines), sizeOf(100_000, lines)]
  expect(large.gbAYear).toBeCloseTo(10 * small.gbAYear, 6)
  // By chance alone a small clinic's busiest minute is busier.
  expect(large.alive / small.alive).toBeGreaterThan(9)
  expect(large.alive / small.alive).toBeLessThan(10)
  // 445 kB of each: the 10 GB of a database are full on the third day.
  expect(small.limits[0]?.days).toBeCloseTo(10e9 / (10_000 * 446_000), 1)
  expect(firstMet(sizeOf(1_000, lines))?.name).toBe('D1: one database, 10 GB')
  expect(firstMet(large)?.days).toBeNull()
})
