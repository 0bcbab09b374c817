import { expect, test } from 'vitest'
import { acceptedPrevious } from './previous-secret.ts'

test.each([
  ['2026-06-01T00:00:00Z old', 'old'],
  ['2026-06-01T00:00Z the old one', 'the old one'],
  // Over since this moment, or the secret of today.
  ['2026-05-01T00:00:00Z old', null],
  ['2026-06-01T00:00:00Z current', null],
  // No such day or month, no time, no zone of UTC.
  ['2026-06-31T00:00:00Z old', null],
  ['2027-02-29T00:00:00Z old', null],
  ['2026-13-01T00:00:00Z old', null],
  ['2026-06-01T25:00:00Z old', null],
  ['2026-06-01 old', null],
  ['2026-06-01T00:00:00-03:00 old', null],
  ['2026-06-01T00:00:00Z', null],
  ['old', null],
  [undefined, null],
])('the previous secret %o is accepted as %o', (setting, accepted) => {
  expect(acceptedPrevious('current', setting, Date.UTC(2026, 4, 1))).toBe(accepted)
})
