import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { countAttempt } from '#db/queries/attempt.ts'
import { requestLateEnd } from '#db/queries/closing.ts'
import {
  beginFetch,
  findCustomer,
  forgetEvents,
  listUnfetchedCustomers,
  requestFetch,
  writeFetched,
} from '#db/queries/subscription-payment.ts'
import { hasPeriodEnded, isLive, type Subscription, selectSubscription } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { log } from '../log/log.ts'
import { confirmSubscription } from '../mail/subscribed.ts'
import { callStripe, nullIfMissing, openStripe } from './client.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'
import { planOf } from './price.ts'

/** `live`: a subscription of the customer is charged or would be, even one that is not ours. */
export type Synced = { outcome: 'written' | 'overtaken' | 'unknown_customer'; live: boolean }

/**
 * Reads the customer's subscriptions from Stripe and writes them, unless a later fetch has been written. Safe to run at
 * any time and in parallel: the last fetch decides, and every change at Stripe requests a fetch that begins after it.
 */
export async function syncCustomer(env: Env, stripe: Stripe, db: Database, customerId: string): Promise<Synced> {
  const fetch = await beginFetch(db, customerId)
  if (fetch === null) return { outcome: 'unknown_customer', live: false }
  const fetchedAt = Date.now()
  const read = await listSubscriptions(stripe, customerId)
  const { subscription, others, live } = evaluate(read, customerId, fetchedAt)
  const trials = read.flatMap(({ trial_start }) => (trial_start === null ? [] : [trial_start]))
  const written = await writeFetched(db, {
    customerId,
    fetch,
    subscription,
    others,
    trialUsedAt: trials.length > 0 ? Math.min(...trials) * 1_000 : null,
    fetchedAt,
    now: Date.now(),
  })
  const endJob = crypto.randomUUID()
  if (live && (await requestLateEnd(db, customerId, endJob, Date.now()))) await enqueue(env, 'billing_end', endJob)
  if (!written) return { outcome: 'overtaken', live }
  if (subscription) await confirmSubscription(env, db, customerId, subscription, Date.now())
  return { outcome: 'written', live }
}

/** Selects the subscription that counts. Logs a price that is not ours, and a second subscription that is charged. */
export function evaluate(read: SubscriptionRead[], customerId: string, now: number) {
  const ours = read.flatMap((one) => {
    const found = toSubscription(one)
    if (!found) log({ event: 'billing_odd', reason: 'price_unknown', customerId })
    return found ? [{ ...found, created: one.created }] : []
  })
  const foreign = read.filter((one) => !ours.some(({ id }) => id === one.id)).map(termOf)
  const { selected, others: oursBeside } = selectSubscription(ours, now)
  const others = oursBeside + foreign.filter((one) => isLive(one, now) && one.endsAt === null).length
  if (others > (selected ? 0 : 1)) log({ event: 'billing_odd', reason: 'two_subscriptions', customerId })
  return { subscription: selected, others, live: [...ours, ...foreign].some((one) => isLive(one, now)) }
}

/** Lists all subscriptions, ended ones too. A customer who was deleted at Stripe has none. */
export async function listSubscriptions(stripe: Stripe, customer: string): Promise<SubscriptionRead[]> {
  const found = await nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }), 'customer')
  return (found?.data ?? []).map((one) => subscriptionFields.schema.parse(one))
}

/** The fields that decide whether it continues. All items of a subscription end their period together. */
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

/** Limits of a sync that a request waits for. */
const SYNC_TIMEOUT_MS = 4_000
const SYNC_LIMIT = { max: 3, windowMs: 60_000 }

/**
 * Syncs when the stored period has ended without a webhook: a subscription with a card continues into the next period.
 * Returns true if the stored subscription may have changed. Without an answer in time the stored one decides.
 */
export async function syncEndedPeriod(
  env: Env,
  db: Database,
  doctorId: string,
  stored: Subscription | null,
): Promise<boolean> {
  const now = Date.now()
  if (!stored || !hasPeriodEnded(stored, now)) return false
  const customer = await findCustomer(db, doctorId)
  if (!customer || !(await countAttempt(db, `billing-unheard:${doctorId}`, { ...SYNC_LIMIT, now }))) return false
  const sync = async () => syncCustomer(env, await openStripe(env), db, customer.customerId)
  const synced = callStripe('subscription_status_failed', sync).then(
    () => true,
    () => false,
  )
  return Promise.race([synced, scheduler.wait(SYNC_TIMEOUT_MS).then(() => false)])
}

const SWEEP_SIZE = 50
const EVENT_RETENTION_MS = 180 * 24 * 60 * 60_000

/** Part of the sweep: syncs customers whose webhook never arrived or whose fetch failed, and deletes old events. */
export async function sweepBilling(env: Env, db: Database, now: number): Promise<void> {
  for (const customerId of await listUnfetchedCustomers(db, now, SWEEP_SIZE)) {
    const job = await requestFetch(db, { customerId, jobId: crypto.randomUUID(), now })
    if (job) await enqueue(env, 'billing_sync', job)
  }
  await forgetEvents(db, now - EVENT_RETENTION_MS)
}
