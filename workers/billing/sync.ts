import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { beginFetch, writeFetched } from '#db/queries/stripe.ts'
import { isLive, type Subscription } from '#domain/subscription/entitlement.ts'
import { log } from '../log.ts'
import { isMissing } from './failure.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'
import { planOf } from './price.ts'

export type Synced = 'written' | 'overtaken' | 'unknown_customer'

/**
 * Reads anew what Stripe has of the customer and writes it, unless a fetch that began later has been written. Run at
 * any time, any number of times, at once: what stands in the end is what the last fetch saw, and every change at
 * Stripe rings for a fetch that begins after it.
 */
export async function syncCustomer(stripe: Stripe, db: Database, customerId: string): Promise<Synced> {
  const fetch = await beginFetch(db, customerId)
  if (fetch === null) return 'unknown_customer'
  const fetchedAt = Date.now()
  const read = await subscriptionsOf(stripe, customerId)
  const ours = read.flatMap((one) => {
    const found = toSubscription(one)
    if (!found) log({ event: 'billing_odd', reason: 'price_unknown' })
    return found ? [{ ...found, created: one.created }] : []
  })
  const live = ours.filter((one) => isLive(one, fetchedAt))
  if (live.length > 1) log({ event: 'billing_odd', reason: 'two_subscriptions' })
  const trials = read.flatMap(({ trial_start }) => (trial_start === null ? [] : [trial_start]))
  const written = await writeFetched(db, {
    customerId,
    fetch,
    subscription: newest(live) ?? newest(ours),
    trialUsedAt: trials.length > 0 ? Math.min(...trials) * 1_000 : null,
    fetchedAt,
    now: Date.now(),
  })
  return written ? 'written' : 'overtaken'
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

/** By the second of its creation, then by id: every fetch chooses the same. */
const newest = <T extends { created: number; id: string }>(of: readonly T[]): T | null =>
  of.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))[0] ?? null

export function toSubscription(from: SubscriptionRead): Subscription | null {
  const [item] = from.items.data
  const sold = item && planOf(item.price)
  if (!item || !sold) return null
  return {
    id: from.id,
    ...sold,
    status: from.status,
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    trialEnd: from.trial_end,
    endsAt: from.ended_at ?? from.cancel_at ?? (from.cancel_at_period_end ? item.current_period_end : null),
    cancelAtPeriodEnd: from.cancel_at_period_end || from.cancel_at !== null,
  }
}
