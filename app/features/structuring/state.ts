import { messageOf } from '#domain/errors.ts'
import type { StructureStatus } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'

export type StructuringState =
  | { name: 'idle' }
  | { name: 'selecting' }
  | { name: 'processing'; step: StructureStatus['step'] }
  | { name: 'completed'; record: StructuredRecord }
  | { name: 'error'; message: string }

/** A job that was under way, or failed last, when the page was opened. */
export type PendingJob = { job_id: string; status: string; error: string | null } | null

/** What stands is about to be replaced: until then no change of it is taken. */
export const isUnderWay = (pending: PendingJob): boolean => pending !== null && pending.status !== 'failed'

/** A failure is said where there is nothing else to read. */
export function opened(record: StructuredRecord | null, pending: PendingJob): StructuringState {
  if (isUnderWay(pending)) return { name: 'processing', step: 'queued' }
  if (record) return { name: 'completed', record }
  if (pending) return { name: 'error', message: pending.error ?? messageOf('structuring_failed') }
  return { name: 'idle' }
}

/** A record that is open stays open, with what is written in it: it says itself that another one is on its way. */
export const stepped = (state: StructuringState, step: StructureStatus['step']): StructuringState =>
  state.name === 'completed' ? state : { name: 'processing', step }

/** The same for one that did not come. */
export const failedWith = (state: StructuringState, message: string): StructuringState =>
  state.name === 'completed' ? state : { name: 'error', message }

/** A second structuring that was not gone through with, or failed, leaves the record that is there. */
export function backToRecord(state: StructuringState, record: StructuredRecord | null): StructuringState {
  const left = state.name === 'idle' || state.name === 'selecting' || state.name === 'error'
  return record && left ? { name: 'completed', record } : state
}
