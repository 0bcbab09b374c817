import { z } from 'zod/mini'

/** A queue message is a doorbell: version, kind and id. What to do is read from the job's row. */
export const jobKinds = ['structure', 'pdf', 'data_export', 'mail', 'billing_sync', 'billing_end'] as const
export type JobKind = (typeof jobKinds)[number]

export const jobMessage = z.strictObject({ v: z.literal(1), kind: z.enum(jobKinds), id: z.uuid() })
export type JobMessage = z.infer<typeof jobMessage>

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/**
 * Seconds until a failed attempt is repeated; after the last, the job is failed for good. wrangler.toml's max_retries
 * counts the same. Nobody waits for a mail on a screen: its service may be down for half an hour.
 */
export const RETRY_SECONDS: Record<JobKind, readonly number[]> = {
  structure: [1, 3, 9],
  pdf: [1, 3, 9],
  data_export: [1, 3, 9],
  mail: [2, 15, 60, 5 * 60, 15 * 60, 30 * 60],
  billing_sync: [1, 10, 50],
  billing_end: [1, 10, 50],
}
export const attemptsOf = (kind: JobKind): number => RETRY_SECONDS[kind].length + 1
/** A job that ended its worker so often is likely to end the next one, and every request in it. */
const DEATHS_MAX = 2
/** Kinds that run alone in their worker (batches of one): of another kind the culprit is not known. */
const ALONE: readonly JobKind[] = ['pdf', 'data_export']
/** How many workers may die under a job of this kind. */
export const deathsOf = (kind: JobKind): number => (ALONE.includes(kind) ? DEATHS_MAX : attemptsOf(kind))
/** A claimed job whose worker died is free again after this long: longer than any job may take. */
export const JOB_LEASE_MS = 10 * 60_000
/** A queued job nobody picked up for this long lost its doorbell: the sweeper rings again. */
export const JOB_RESEND_AFTER_MS = 60_000

/** What running a job came to. `stale`: someone else did it already. `deferred`: ring again later. */
export type JobOutcome = 'completed' | 'stale' | 'deferred'
