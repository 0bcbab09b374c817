import { completion } from '#db/queries/job.ts'
import { stripeOf } from '../subscription/client.ts'
import { asking } from '../subscription/failure.ts'
import { syncCustomer } from '../subscription/sync.ts'
import type { JobRun } from './job.ts'

/** Synchronises a customer's subscription. Retried by the job, then by the sweep, when Stripe does not answer. */
export const runBillingSync: JobRun = async ({ env, db, job }) => {
  await asking('subscription_status_failed', async () => syncCustomer(env, await stripeOf(env), db, job.subject_id))
  const done = await completion(db, job, Date.now())
  return done.meta.changes === 1 ? 'completed' : 'stale'
}
