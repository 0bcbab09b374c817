import type { Database } from '#db/client.ts'
import { findSubscription, readFetched } from '#db/queries/subscription.ts'
import { findCustomer } from '#db/queries/subscription-payment.ts'
import type { ShownSubscription } from '#domain/operator/contract.ts'
import type { Subscription } from '#domain/subscription/entitlement.ts'
import type { Env } from '../env.ts'
import { callStripe, openStripe } from './client.ts'
import { evaluate, listSubscriptions } from './sync.ts'

const shown = ({ id, plan, interval, amount, status, ...times }: Subscription): ShownSubscription => ({
  ...{ id, plan, interval, amount, status },
  current_period_start: times.currentPeriodStart,
  current_period_end: times.currentPeriodEnd,
  trial_end: times.trialEnd,
  ends_at: times.endsAt,
  cancel_at_period_end: times.cancelAtPeriodEnd,
})

/** Returns a doctor's stored subscription beside Stripe's, and what differs. Writes nothing. Errors: billing_unavailable, subscription_status_failed. */
export async function compareSubscription(env: Env, db: Database, doctorId: string, now: number) {
  const [stored, fetched, customer] = await Promise.all([
    findSubscription(db, doctorId),
    readFetched(db, doctorId),
    findCustomer(db, doctorId),
  ])
  const customerId = customer?.customerId ?? null
  const read = async () => (customerId === null ? [] : listSubscriptions(await openStripe(env), customerId))
  const found = evaluate(await callStripe('subscription_status_failed', read), customerId ?? '', now)
  const product = stored && shown(stored)
  const stripe = found.subscription && shown(found.subscription)
  const others = { product: fetched?.others ?? 0, stripe: found.others }
  return {
    ...{ customer_id: customerId, product, fetched_at: fetched?.fetched_at ?? null, stripe, others: others.stripe },
    differences: [...differencesOf(product, stripe), ...(others.product === others.stripe ? [] : ['others'])],
  }
}

function differencesOf(product: ShownSubscription | null, stripe: ShownSubscription | null): string[] {
  if (!product || !stripe) return product === stripe ? [] : ['subscription']
  return Object.keys(product).filter((name) => {
    const key = name as keyof ShownSubscription
    return product[key] !== stripe[key]
  })
}
