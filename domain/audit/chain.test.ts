import { expect, test } from 'vitest'
import { copiedNext } from './chain.ts'

test('each ring copies what it can hold, and none stands before the others for good', () => {
  const waiting = [{ rows: 2_000 }, { rows: 2_001 }, { rows: 1_500 }, { rows: 10 }, { rows: 9_000 }]
  const rowsOf = (ring: number) => copiedNext(waiting, ring, 5_000).map(({ rows }) => rows)
  expect([0, 1, 2, 3, 4, 5].map(rowsOf)).toEqual([
    [2_000, 2_001, 10],
    [2_001, 1_500, 10],
    [1_500, 10, 2_000],
    [10, 2_000, 2_001],
    [9_000],
    [2_000, 2_001, 10],
  ])
  expect(copiedNext([], 7, 5_000)).toEqual([])
})
