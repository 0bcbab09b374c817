import type Stripe from 'stripe'
import type { SubscriptionStatus } from '#domain/subscription/entitlement.ts'
import { isMissing, isStripeFailure } from './failure.ts'
import { subscription as subscriptionFields } from './fields.ts'

const over: SubscriptionStatus[] = ['canceled', 'incomplete_expired']

/** Ends at once whatever the customer is charged for, and the checkout that could begin something new. Safe to repeat. */
export async function endEverything(stripe: Stripe, customer: string, checkout: string | null): Promise<void> {
  if (checkout !== null) await closeCheckout(stripe, checkout)
  for (const { id, status } of await standing(stripe, customer)) {
    if (over.includes(status)) continue
    await stripe.subscriptions.cancel(id).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}

async function standing(stripe: Stripe, customer: string) {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data.map((one) => subscriptionFields.schema.parse(one))
  } catch (error) {
    if (isMissing(error, 'customer')) return []
    throw error
  }
}

/** One that is complete, or over, cannot be closed and need not be. */
async function closeCheckout(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
    if (!isStripeFailure(error) || error.type !== 'StripeInvalidRequestError') throw error
  })
}
