import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { askLateEnd } from '#db/queries/closing.ts'
import { beginFetch, writeFetched } from '#db/queries/subscription-payment.ts'
import { countingOf, isLive, type Subscription } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { log } from '../log/log.ts'
import { confirmSubscription } from '../mail/subscribed.ts'
import { isMissing } from './failure.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'
import { planOf } from './price.ts'

export type Synced = {
  outcome: 'written' | 'overtaken' | 'unknown_customer'
  /** One of them is charged for or would be, whatever it is that it sells. */
  live: boolean
}

/**
 * Reads anew what Stripe has of the customer and writes it, unless a fetch that began later has been written. Run at
 * any time, any number of times, at once: what stands in the end is what the last fetch saw, and every change at
 * Stripe rings for a fetch that begins after it.
 */
export async function syncCustomer(env: Env, stripe: Stripe, db: Database, customerId: string): Promise<Synced> {
  const fetch = await beginFetch(db, customerId)
  if (fetch === null) return { outcome: 'unknown_customer', live: false }
  const fetchedAt = Date.now()
  const read = await subscriptionsOf(stripe, customerId)
  const ours = read.flatMap((one) => {
    const found = toSubscription(one)
    if (!found) log({ event: 'billing_odd', reason: 'price_unknown', customerId })
    return found ? [{ ...found, created: one.created }] : []
  })
  const foreign = read.filter((one) => !ours.some(({ id }) => id === one.id)).map(termOf)
  const counted = countingOf(ours, fetchedAt)
  const { counts } = counted
  const others = counted.others + foreign.filter((one) => isLive(one, fetchedAt) && one.endsAt === null).length
  if (others > (counts ? 0 : 1)) log({ event: 'billing_odd', reason: 'two_subscriptions', customerId })
  const live = [...ours, ...foreign].some((one) => isLive(one, fetchedAt))
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
  const late = crypto.randomUUID()
  if (live && (await askLateEnd(db, customerId, late, Date.now()))) await enqueue(env, 'billing_end', late)
  if (!written) return { outcome: 'overtaken', live }
  if (counts) await confirmSubscription(env, db, customerId, counts, Date.now())
  return { outcome: 'written', live }
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

/** What says whether it goes on; all items of one end their period together. */
function termOf({ status, ended_at, cancel_at, cancel_at_period_end, items }: SubscriptionRead) {
  const end = items.data[0]?.current_period_end ?? null
  return { status, endsAt: ended_at ?? cancel_at ?? (cancel_at_period_end ? end : null) }
}

export function toSubscription(from: SubscriptionRead): Subscription | null {
  const [item] = from.items.data
  const sold = item && planOf(item.price)
  if (!item || !sold) return null
  return {
    id: from.id,
    ...sold,
    amount: item.price.unit_amount ?? plans[sold.plan].price[sold.interval],
    ...termOf(from),
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    trialEnd: from.trial_end,
    cancelAtPeriodEnd: from.cancel_at_period_end || from.cancel_at !== null,
  }
}
