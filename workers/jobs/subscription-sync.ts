import { completion } from '#db/queries/job.ts'
import { stripeOf } from '../subscription/client.ts'
import { asking } from '../subscription/failure.ts'
import { syncCustomer } from '../subscription/sync.ts'
import type { JobRun } from './consumer.ts'

/** Reads a customer's subscription anew. What Stripe does not answer is asked for again, by the job and then by the sweep. */
export const runBillingSync: JobRun = async ({ env, db, job }) => {
  await asking('subscription_status_failed', async () => syncCustomer(env, await stripeOf(env), db, job.subject_id))
  const done = await completion(db, job, Date.now())
  return done.meta.changes === 1 ? 'completed' : 'stale'
}
