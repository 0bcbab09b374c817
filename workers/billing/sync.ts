import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { beginFetch, writeFetched } from '#db/queries/stripe.ts'
import { countingOf, type Subscription } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Env } from '../env.ts'
import { log } from '../log.ts'
import { confirmSubscription } from '../mail/subscribed.ts'
import { isMissing } from './failure.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'
import { planOf } from './price.ts'

export type Synced = 'written' | 'overtaken' | 'unknown_customer'

/**
 * Reads anew what Stripe has of the customer and writes it, unless a fetch that began later has been written. Run at
 * any time, any number of times, at once: what stands in the end is what the last fetch saw, and every change at
 * Stripe rings for a fetch that begins after it.
 */
export async function syncCustomer(env: Env, stripe: Stripe, db: Database, customerId: string): Promise<Synced> {
  const fetch = await beginFetch(db, customerId)
  if (fetch === null) return 'unknown_customer'
  const fetchedAt = Date.now()
  const read = await subscriptionsOf(stripe, customerId)
  const ours = read.flatMap((one) => {
    const found = toSubscription(one)
    if (!found) log({ event: 'billing_odd', reason: 'price_unknown' })
    return found ? [{ ...found, created: one.created }] : []
  })
  const { counts, others } = countingOf(ours, fetchedAt)
  if (others > 0) log({ event: 'billing_odd', reason: 'two_subscriptions' })
  const trials = read.flatMap(({ trial_start }) => (trial_start === null ? [] : [trial_start]))
  const written = await writeFetched(db, {
    customerId,
    fetch,
    subscription: counts,
    others,
    trialUsedAt: trials.length > 0 ? Math.min(...trials) * 1_000 : null,
    fetchedAt,
    now: Date.now(),
  })
  if (!written) return 'overtaken'
  if (counts) await confirmSubscription(env, db, customerId, counts, Date.now())
  return 'written'
}

/** All of them, those that ended too. A customer who was deleted at Stripe has none. */
async function subscriptionsOf(stripe: Stripe, customer: string): Promise<SubscriptionRead[]> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data.map((one) => subscriptionFields.schema.parse(one))
  } catch (error) {
    if (isMissing(error, 'customer')) return []
    throw error
  }
}

export function toSubscription(from: SubscriptionRead): Subscription | null {
  const [item] = from.items.data
  const sold = item && planOf(item.price)
  if (!item || !sold) return null
  return {
    id: from.id,
    ...sold,
    amount: item.price.unit_amount ?? plans[sold.plan].price[sold.interval],
    status: from.status,
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    trialEnd: from.trial_end,
    endsAt: from.ended_at ?? from.cancel_at ?? (from.cancel_at_period_end ? item.current_period_end : null),
    cancelAtPeriodEnd: from.cancel_at_period_end || from.cancel_at !== null,
  }
}
