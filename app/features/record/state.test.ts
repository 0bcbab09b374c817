import { expect, test } from 'vitest'
import { bareRecord as record } from '#tests/testkit/record.ts'
import { answeredBy, backToRecord, failedWith, isUnderWay, opened, type StructuringState, stepped } from './state.ts'

test('a record that exists can be read again after a new structuring was left or failed', () => {
  expect(opened(record, null)).toEqual({ name: 'completed', record })
  const abandoned: StructuringState[] = [
    { name: 'idle' },
    { name: 'selecting' },
    { name: 'error', message: 'Não deu certo' },
  ]
  for (const state of abandoned) expect(backToRecord(state, record)).toEqual({ name: 'completed', record })
  const newer: StructuringState = { name: 'completed', record: { ...record, processing_time_ms: 13 } }
  expect(backToRecord(newer, record)).toBe(newer)
  // The job continues behind the closed screen, and the screen shows its steps when it opens again.
  const running: StructuringState = { name: 'processing', step: 'reading', specialty: 'general' }
  expect(backToRecord(running, record)).toBe(running)
})

test('a structuring under way is what is shown, though there is a record that it will replace', () => {
  const job = { job_id: 'j', status: 'queued', error: null }
  expect([isUnderWay(job), isUnderWay({ ...job, status: 'running' })]).toEqual([true, true])
  expect([isUnderWay(null), isUnderWay({ ...job, status: 'failed' })]).toEqual([false, false])
  expect(opened(record, job)).toEqual({ name: 'processing', step: 'queued', specialty: null })
  expect(opened(record, { ...job, status: 'failed' })).toEqual({ name: 'completed', record })

  const failure = { message: 'Não deu certo' }
  const step = { step: 'reading', specialty: 'general' } as const
  // Started in another window: the open record stays on the screen with its unsaved words.
  const reading: StructuringState = { name: 'completed', record }
  expect([stepped(reading, step), failedWith(reading, failure)]).toEqual([reading, reading])
  const waiting: StructuringState = { name: 'processing', step: 'queued', specialty: null }
  expect(stepped(waiting, step)).toEqual({ name: 'processing', step: 'reading', specialty: 'general' })
  expect(failedWith(waiting, failure)).toEqual({ name: 'error', message: 'Não deu certo' })
})

test('a structuring that was under way is the one that is followed, and what was chosen beside it is not forgotten', () => {
  const same = answeredBy('general', 'general')
  expect(same).toEqual({ name: 'processing', step: 'queued', specialty: 'general' })
  const other = answeredBy('general', 'cardiology')
  expect(stepped(other, { step: 'saving', specialty: 'general' })).toEqual({
    name: 'processing',
    step: 'saving',
    specialty: 'general',
    asked: 'cardiology',
  })
})

test('without a record nothing is skipped: a failure stays to be read', () => {
  const failed = opened(null, { job_id: 'j', status: 'failed', error: 'Não deu certo' })
  expect(failed).toEqual({ name: 'error', message: 'Não deu certo' })
  expect(backToRecord(failed, null)).toBe(failed)
  expect(opened(null, { job_id: 'j', status: 'running', error: null }).name).toBe('processing')
  expect(opened(null, null)).toEqual({ name: 'idle' })
})
