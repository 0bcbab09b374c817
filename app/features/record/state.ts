import { messageOf } from '#domain/errors.ts'
import type { StructureStatus } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'

/** `technical`: the technical message, shown below. */
export type Failure = { message: string; technical?: string | undefined }
/** `specialty` is null until the job reports it; `asked`: the chosen one, if another is being made. */
type Processing = {
  name: 'processing'
  step: StructureStatus['step']
  specialty: Specialty | null
  asked?: Specialty
}
export type StructuringState =
  | { name: 'idle' }
  | { name: 'selecting' }
  /** The doctor chooses the specialty of a record to write. */
  | { name: 'writing' }
  | Processing
  | { name: 'completed'; record: StructuredRecord }
  | ({ name: 'error' } & Failure)

/** A job that was running, or the last one that failed, when the page opened. */
export type PendingJob = { job_id: string; status: string; error: string | null } | null

/** The record is about to be replaced: refuse changes until then. */
export const isUnderWay = (pending: PendingJob): boolean => pending !== null && pending.status !== 'failed'

/** A failure is shown only if there is no record to read. */
export function opened(record: StructuredRecord | null, pending: PendingJob): StructuringState {
  if (isUnderWay(pending)) return { name: 'processing', step: 'queued', specialty: null }
  if (record) return { name: 'completed', record }
  if (pending) return { name: 'error', message: pending.error ?? messageOf('structuring_failed') }
  return { name: 'idle' }
}

/** An open record stays on screen with its unsaved words; a notice there says that another one is being made. */
export const stepped = (
  state: StructuringState,
  { step, specialty }: Pick<StructureStatus, 'step' | 'specialty'>,
): StructuringState =>
  state.name === 'completed'
    ? state
    : { name: 'processing', step, specialty, ...(state.name === 'processing' && state.asked && { asked: state.asked }) }

/** A structuring under way continues, whichever specialty was chosen: two would overwrite each other's record. */
export const answeredBy = (specialty: Specialty, asked: Specialty): StructuringState => ({
  name: 'processing',
  step: 'queued',
  specialty,
  ...(asked !== specialty && { asked }),
})

/** The failure of a structuring. */
export const failedWith = (state: StructuringState, { message, technical }: Failure): StructuringState =>
  state.name === 'completed' ? state : { name: 'error', message, technical }

/** Cancelling or failing a new structuring returns to the existing record. */
export function backToRecord(state: StructuringState, record: StructuredRecord | null): StructuringState {
  const isAbandoned =
    state.name === 'idle' || state.name === 'selecting' || state.name === 'writing' || state.name === 'error'
  return record && isAbandoned ? { name: 'completed', record } : state
}
