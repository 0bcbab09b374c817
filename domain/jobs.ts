import { z } from 'zod/mini'

/**
 * A queue message is a doorbell: version, kind and id. The job's row says what to do. Readers of messages and of inputs
 * ignore a field that they do not know: during a gradual release the release before runs jobs of the new one.
 */
export const jobKinds = ['structure', 'pdf', 'data_export', 'mail', 'billing_sync', 'billing_end', 'delivery'] as const
export type JobKind = (typeof jobKinds)[number]

export const jobMessage = z.object({ v: z.literal(1), kind: z.enum(jobKinds), id: z.uuid() })
export type JobMessage = z.infer<typeof jobMessage>

/** The step of a synthetic consultation that a queue carries. It has no job: its mark says what to do. */
export const syntheticMessage = z.object({ v: z.literal(1), kind: z.literal('synthetic'), id: z.uuid() })
export type SyntheticMessage = z.infer<typeof syntheticMessage>

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/**
 * Seconds before each retry of a failed attempt; after the last one the job fails. wrangler.toml's max_retries must
 * match. Mail waits long: no one watches a screen, and the service may be down for half an hour. Another system may be
 * down for a night.
 */
export const RETRY_SECONDS: Record<JobKind, readonly number[]> = {
  structure: [1, 3, 9],
  pdf: [1, 3, 9],
  data_export: [1, 3, 9],
  mail: [2, 15, 60, 5 * 60, 15 * 60, 30 * 60],
  billing_sync: [1, 10, 50],
  billing_end: [1, 10, 50],
  delivery: [10, 60, 5 * 60, 30 * 60, 2 * 3_600, 6 * 3_600],
}
/** The number of attempts before a job of this kind fails. */
export const attemptsOf = (kind: JobKind): number => RETRY_SECONDS[kind].length + 1
/** A job under which this many workers died would probably stop the next one, with every request in it. */
const DEATHS_MAX = 2
/** Kinds that run alone in their worker (batches of one). For other kinds the cause of a death is unknown. */
const ALONE: readonly JobKind[] = ['pdf', 'data_export']
/** How many workers may die under a job of this kind before it fails. */
export const deathsOf = (kind: JobKind): number => (ALONE.includes(kind) ? DEATHS_MAX : attemptsOf(kind))
/** The lease of a claimed job, in ms: longer than any job may take. Then another worker may claim it. */
export const JOB_LEASE_MS = 10 * 60_000
/** A job queued for this long, in ms, lost its message: the sweeper sends another. */
export const JOB_RESEND_AFTER_MS = 60_000

/** The result of running a job. `stale`: another worker did it already. `deferred`: send the message again later. */
export type JobOutcome = 'completed' | 'stale' | 'deferred'
