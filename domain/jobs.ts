import { z } from 'zod'

/** A queue message is a doorbell: version, kind and id. What to do is read from the job's row. */
export const jobKinds = ['structure', 'pdf', 'mail', 'billing_sync'] as const
export type JobKind = (typeof jobKinds)[number]

export const jobMessage = z.strictObject({ v: z.literal(1), kind: z.enum(jobKinds), id: z.uuid() })
export type JobMessage = z.infer<typeof jobMessage>

export const jobStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** How often a job may be tried before it is failed for good; wrangler.toml's max_retries is one less. */
export const JOB_ATTEMPTS = 4
/** A claimed job whose worker died is free again after this long: longer than any job may take. */
export const JOB_LEASE_MS = 10 * 60_000
/** A queued job nobody picked up for this long lost its doorbell: the sweeper rings again. */
export const JOB_RESEND_AFTER_MS = 60_000

/** What running a job came to. `stale`: someone else did it already. `deferred`: ring again later. */
export type JobOutcome = 'completed' | 'stale' | 'deferred'
