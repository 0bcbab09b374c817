import { expect, test } from 'vitest'
import { isEndDue, secondsLeft, UNDO_MS } from './ending.ts'

test('[R20] counts from ten to one, is due at the end, and a clock that was set back delays no end', () => {
  const dueAt = 50_000 + UNDO_MS
  const shown = [0, 1, 999, 1_000, 8_999, 9_000, 9_999, 10_000, 60_000].map((ms) => secondsLeft(dueAt, 50_000 + ms))
  expect(shown).toEqual([10, 10, 10, 9, 2, 1, 1, 1, 1])
  expect([0, 9_999, 10_000, 3_600_000].map((ms) => isEndDue(dueAt, 50_000 + ms))).toEqual([false, false, true, true])
  expect([isEndDue(dueAt, 49_999), secondsLeft(dueAt, 0)]).toEqual([true, 10])
})
