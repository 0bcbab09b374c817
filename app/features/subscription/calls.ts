import { api, read } from '#app/lib/api.ts'
import {
  checkoutReply,
  createCheckoutReply,
  customerPortalReply,
  subscriptionReply,
} from '#domain/subscription/contract.ts'
import type { Interval, PaidPlanId } from '#domain/subscription/plans.ts'

const { stripe } = api.api

/** Stripe puts the session's id in the place of the last word. */
const returnUrls = () => ({
  successUrl: `${location.origin}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${location.origin}/checkout/canceled`,
})
/** The plan in settings; opening it this way asks Stripe for the current state. */
export const PLAN_SETTINGS = '/app/settings#plano'

export const openCheckout = (plan: PaidPlanId, interval: Interval) =>
  read(
    stripe['create-checkout-session'].$post({
      json: { priceId: `${plan}_${interval}`, ...returnUrls(), metadata: { planId: plan } },
    }),
    createCheckoutReply,
  )

/** Starts the trial; the address where work begins. */
export async function startTrial(plan: PaidPlanId, interval: Interval): Promise<{ url: string }> {
  await read(stripe['start-trial'].$post({ json: { priceId: `${plan}_${interval}` } }), subscriptionReply)
  return { url: '/app/dashboard' }
}

export const checkoutSummary = (id: string) =>
  read(stripe['checkout-session'][':id'].$get({ param: { id } }), checkoutReply)

/** Reads the subscription as stored, without asking Stripe. */
export const readSubscription = () => read(api.api.subscription.$get(), subscriptionReply)

/** Asks Stripe itself. */
export const subscriptionStatus = (id: string) =>
  read(stripe['subscription-status'][':id'].$get({ param: { id } }), subscriptionReply)

export const cancelSubscription = (subscriptionId: string) =>
  read(stripe['cancel-subscription'].$post({ json: { subscriptionId } }), subscriptionReply)

export const openPortal = () => {
  const json = { returnUrl: `${location.origin}${PLAN_SETTINGS}` }
  return read(stripe['customer-portal'].$post({ json }), customerPortalReply)
}
