import { findEnding, recordBillingEnd } from '#db/queries/closing.ts'
import { completeJob, completion } from '#db/queries/job.ts'
import { endAllCharges } from '../subscription/cancel.ts'
import { callStripe, openStripe } from '../subscription/client.ts'
import { syncCustomer } from '../subscription/sync.ts'
import type { JobRun } from './job.ts'

/** Ends the subscriptions of a closed account, unless the doctor has reopened it. */
export const runBillingEnd: JobRun = async ({ env, db, job }) => {
  const ending = await findEnding(db, job.subject_id)
  if (!ending) {
    await completeJob(db, job, Date.now())
    return 'stale'
  }
  await callStripe('cancel_failed', async () => {
    const stripe = await openStripe(env)
    await endAllCharges(stripe, job.subject_id, ending.checkout)
    await syncCustomer(env, stripe, db, job.subject_id)
  })
  return (await recordBillingEnd(db, job, Date.now())) ? 'completed' : 'stale'
}

/** Synchronises a customer's subscription. Retried by the job, then by the sweep, when Stripe does not answer. */
export const runBillingSync: JobRun = async ({ env, db, job }) => {
  await callStripe('subscription_status_failed', async () =>
    syncCustomer(env, await openStripe(env), db, job.subject_id),
  )
  const done = await completion(db, job, Date.now())
  return done.meta.changes === 1 ? 'completed' : 'stale'
}
