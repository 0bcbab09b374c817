import { expect, test } from 'vitest'
import { type Billed, billOf, totalOf } from './bill.ts'

const hour: Billed = {
  requests: 40,
  cpuMs: 500,
  object: { requests: 10, messages: 20_000, seconds: 3_600, read: 1_000, written: 16_000, gbMonths: 0 },
  d1: { read: 5_000, written: 2_000, gbMonths: 0 },
  files: { written: 4, read: 2, gbMonths: 0 },
  queued: 3,
}

test('an hour is priced line by line', () => {
  const usd = Object.fromEntries(billOf(hour).map(({ what, usd }) => [what, usd]))
  // 3,600 s of 128 MB are 460.8 GB-s, at US$ 12.50 a million.
  expect(usd['object: awake GB-s']).toBeCloseTo(0.00576, 8)
  // 20,000 messages count as 1,000 requests.
  expect(usd['object: requests, 20 messages for one']).toBeCloseTo(0.0001515, 8)
  expect(usd['object: rows written']).toBeCloseTo(0.016, 8)
  expect(usd['R2: written']).toBeCloseTo(0.000018, 8)
  expect(usd['queues: operations']).toBeCloseTo(0.0000036, 8)
  expect(totalOf(billOf(hour))).toBeCloseTo(0.02396182, 8)
})
