import type { Database } from '#db/client.ts'
import { askFetch, forgetEvents, unfetchedCustomers } from '#db/queries/subscription-payment.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'

const AT_ONCE = 50
const EVENTS_KEPT_MS = 180 * 24 * 60 * 60_000

/** Part of the sweep: looks at customers whose event was never heard, or whose fetch failed for good. */
export async function sweepBilling(env: Env, db: Database, now: number): Promise<void> {
  for (const customerId of await unfetchedCustomers(db, now, AT_ONCE)) {
    const job = await askFetch(db, { customerId, jobId: crypto.randomUUID(), now })
    if (job) await enqueue(env, 'billing_sync', job)
  }
  await forgetEvents(db, now - EVENTS_KEPT_MS)
}
