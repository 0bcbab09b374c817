import { expect, test } from 'vitest'
import { monthOf } from '../time.ts'
import { plans } from './plans.ts'
import { shareOf, usageOf } from './quota.ts'

/** São Paulo is three hours behind UTC. */
const local = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  Date.UTC(year, month - 1, day, hour + 3, minute)

test('a month begins and ends at midnight in São Paulo, whatever its length', () => {
  const november = { start: local(2026, 11, 1), end: local(2026, 12, 1) }
  expect(monthOf(local(2026, 11, 1))).toEqual(november)
  expect(monthOf(local(2026, 11, 30, 23, 59))).toEqual(november)
  // Already December in London.
  expect(monthOf(Date.UTC(2026, 11, 1, 2, 59, 59, 999))).toEqual(november)
  expect(monthOf(local(2026, 12, 31, 23))).toEqual({ start: local(2026, 12, 1), end: local(2027, 1, 1) })
  expect(monthOf(local(2028, 2, 29, 12))).toEqual({ start: local(2028, 2, 1), end: local(2028, 3, 1) })
})

test('the share of the quota is at most one', () => {
  const usage = (used: number) => usageOf({ plan: plans.free, state: 'free' }, used, local(2026, 11, 21))
  expect(usage(2)).toEqual({
    plan: { id: 'free', name: 'Free' },
    used: 2,
    limit: 5,
    renewsAt: local(2026, 12, 1),
    unpaid: false,
  })
  expect([0, 2, 5, 7].map((used) => shareOf(usage(used)))).toEqual([0, 0.4, 1, 1])
  expect(shareOf({ used: 7, limit: null })).toBeNull()
})
