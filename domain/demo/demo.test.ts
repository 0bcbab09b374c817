import { expect, test } from 'vitest'
import { DEMO_STEPS, type DemoState, demoAt, idleDemo, isReached, stepState } from './demo.ts'

const cards = (state: DemoState) => Array.from({ length: DEMO_STEPS }, (_, step) => stepState(state, step)).join(' ')

test('a step begins every two seconds, and after four of them the record is there', () => {
  expect(cards(idleDemo)).toBe('waiting waiting waiting waiting')
  const seen = [0, 1_999, 2_000, 4_000, 6_000, 7_999, 8_000, 60_000].map((ms) => [ms, cards(demoAt(ms))])
  expect(seen).toEqual([
    [0, 'active waiting waiting waiting'],
    [1_999, 'active waiting waiting waiting'],
    [2_000, 'done active waiting waiting'],
    [4_000, 'done done active waiting'],
    [6_000, 'done done done active'],
    [7_999, 'done done done active'],
    [8_000, 'done done done done'],
    [60_000, 'done done done done'],
  ])
  expect(demoAt(8_000)).toEqual({ name: 'finished' })
})

test('what comes with a step stays, and is not there before the start', () => {
  const lines = (state: DemoState) => [0, 1, 2, 3, DEMO_STEPS].filter((step) => isReached(state, step))
  expect(lines(idleDemo)).toEqual([])
  expect(lines(demoAt(0))).toEqual([0])
  expect(lines(demoAt(4_500))).toEqual([0, 1, 2])
  expect(lines(demoAt(8_000))).toEqual([0, 1, 2, 3, DEMO_STEPS])
})
