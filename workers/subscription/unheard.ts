import type { Database } from '#db/client.ts'
import { countAttempt } from '#db/queries/attempt.ts'
import { findCustomer } from '#db/queries/subscription-payment.ts'
import { periodIsOver, type Subscription } from '#domain/subscription/entitlement.ts'
import type { Env } from '../env.ts'
import { stripeOf } from './client.ts'
import { asking } from './failure.ts'
import { syncCustomer } from './sync.ts'

/** Whoever waits for an answer of ours waits so long for Stripe's, and asks it so often. */
const WITHIN_MS = 4_000
const LOOKS = { max: 3, windowMs: 60_000 }

/**
 * Reads anew what stands where its period has ended and nobody has rung yet: whoever has a card goes on from one into
 * the next. True: something else may stand now. Where Stripe is not to be reached, what stands decides.
 */
export async function heardAnew(
  env: Env,
  db: Database,
  doctorId: string,
  stands: Subscription | null,
): Promise<boolean> {
  const now = Date.now()
  if (!stands || !periodIsOver(stands, now)) return false
  const customer = await findCustomer(db, doctorId)
  if (!customer || !(await countAttempt(db, `billing-unheard:${doctorId}`, { ...LOOKS, now }))) return false
  const sync = async () => syncCustomer(env, await stripeOf(env), db, customer.customerId)
  const read = asking('subscription_status_failed', sync).then(
    () => true,
    () => false,
  )
  return Promise.race([read, scheduler.wait(WITHIN_MS).then(() => false)])
}
