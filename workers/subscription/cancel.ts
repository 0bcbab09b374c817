import type Stripe from 'stripe'
import type { SubscriptionStatus } from '#domain/subscription/entitlement.ts'
import { type SubscriptionRead, subscription as subscriptionFields } from './fields.ts'

/** Nothing is paid for that could still be used, and Stripe would go on asking: these end at once. */
const unpaid: SubscriptionStatus[] = ['past_due', 'unpaid', 'paused']

/**
 * Cancels: what is paid or tried lasts to its end. What stands at Stripe decides, not what was known
 * here, or a month paid a moment ago would be lost. Ended at once, Stripe charges its open invoices no more.
 */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<SubscriptionRead> {
  const stands = subscriptionFields.schema.parse(await stripe.subscriptions.retrieve(id))
  if (unpaid.includes(stands.status)) return subscriptionFields.schema.parse(await stripe.subscriptions.cancel(id))
  if (stands.status !== 'active' && stands.status !== 'trialing') return stands
  return subscriptionFields.schema.parse(await stripe.subscriptions.update(id, { cancel_at_period_end: true }))
}
