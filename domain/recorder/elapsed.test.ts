import { expect, test } from 'vitest'
import { lengthLabel, timerLabel } from './elapsed.ts'

test('the timer reads mm:ss, and hh:mm:ss from one hour on', () => {
  expect([0, 999, 61_000, 3_599_999, 3_600_000, 36_061_000].map(timerLabel)).toEqual([
    '00:00',
    '00:00',
    '01:01',
    '59:59',
    '01:00:00',
    '10:01:01',
  ])
})

test('writes lengths as in a sentence', () => {
  expect([120, 4_000, 130_000, 120_000, 3_900_000].map(lengthLabel)).toEqual([
    '1 s',
    '4 s',
    '2 min 10 s',
    '2 min',
    '1 h 5 min',
  ])
})
