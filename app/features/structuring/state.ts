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

export function opened(record: StructuredRecord | null, pending: PendingJob): StructuringState {
  if (pending?.status === 'failed') return { name: 'error', message: pending.error ?? messageOf('structuring_failed') }
  if (pending) return { name: 'processing', step: 'queued' }
  return record ? { name: 'completed', record } : { name: 'idle' }
}

/** A second structuring that was not gone through with, or failed, leaves the record that is there. */
export function backToRecord(state: StructuringState, record: StructuredRecord | null): StructuringState {
  const left = state.name === 'idle' || state.name === 'selecting' || state.name === 'error'
  return record && left ? { name: 'completed', record } : state
}
