import { completion } from '#db/queries/job.ts'
import { callStripe, openStripe } from '../subscription/client.ts'
import { syncCustomer } from '../subscription/sync.ts'
import type { JobRun } from './job.ts'

/** Synchronises a customer's subscription. Retried by the job, then by the sweep, when Stripe does not answer. */
export const runBillingSync: JobRun = async ({ env, db, job }) => {
  await callStripe('subscription_status_failed', async () =>
    syncCustomer(env, await openStripe(env), db, job.subject_id),
  )
  const done = await completion(db, job, Date.now())
  return done.meta.changes === 1 ? 'completed' : 'stale'
}
