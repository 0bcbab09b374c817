import type Stripe from 'stripe'
import type { SubscriptionStatus } from '#domain/subscription/entitlement.ts'
import { isInvalidRequest, nullIfMissing } from './client.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'
import { listSubscriptions } from './sync.ts'

/** These end at once: no paid time is left, and Stripe would continue to request payment. */
const unpaidStatuses: SubscriptionStatus[] = ['past_due', 'unpaid', 'paused']
const endStatuses: SubscriptionStatus[] = ['canceled', 'incomplete_expired']

/**
 * Cancels a subscription. A paid period or a trial lasts to its end. Reads the status from Stripe first, because the
 * stored one may miss a recent payment.
 */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<SubscriptionRead> {
  const current = subscriptionFields.schema.parse(await stripe.subscriptions.retrieve(id))
  if (unpaidStatuses.includes(current.status))
    return subscriptionFields.schema.parse(await stripe.subscriptions.cancel(id))
  if (current.status !== 'active' && current.status !== 'trialing') return current
  return subscriptionFields.schema.parse(await stripe.subscriptions.update(id, { cancel_at_period_end: true }))
}

/** Ends every subscription of the customer at once, and closes the checkout that could start one. Safe to repeat. */
export async function endAllCharges(stripe: Stripe, customer: string, checkout: string | null): Promise<void> {
  if (checkout !== null) await closeCheckout(stripe, checkout)
  for (const { id, status } of await listSubscriptions(stripe, customer)) {
    if (!endStatuses.includes(status)) await nullIfMissing(stripe.subscriptions.cancel(id))
  }
}

/** Closes an open checkout. Returns false if it had ended before, perhaps by a payment. */
export async function closeCheckout(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    if (isInvalidRequest(error)) return false
    throw error
  }
}
