import { expect } from '@playwright/test'
import type { CheckoutSummary, SubscriptionInfo } from '#domain/subscription/contract.ts'
import type { PriceKey } from '#domain/subscription/price.ts'
import type { Stage } from '../screens/stage.ts'
import { APP_URL, stripeOfLane } from './stack.ts'

type Card = Parameters<ReturnType<typeof stripeOfLane>['checkout']>[1]
export const DAY = 24 * 60 * 60

export async function openCheckout({ api }: Stage, priceId: PriceKey): Promise<string> {
  const { status, body } = await api<{ sessionId: string }>('POST', '/api/stripe/create-checkout-session', {
    priceId,
    successUrl: `${APP_URL}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${APP_URL}/checkout/canceled`,
  })
  expect(status).toBe(200)
  return body.sessionId
}

/** Subscribes through a checkout that the stand-in completes, without its page. */
export async function subscribe(stage: Stage, priceId: PriceKey, card: Card = 'pays') {
  const session = await openCheckout(stage, priceId)
  const { customer, subscription } = await stripeOfLane().checkout(session, card)
  const path = `/api/stripe/checkout-session/${session}`
  expect((await stage.api<CheckoutSummary>('GET', path)).body.status).toBe('complete')
  return { session, customer: String(customer), subscription: String(subscription) }
}

/** Resolves when Stripe's webhooks alone have brought this state to the app. */
export const untilState = (stage: Stage, state: SubscriptionInfo['state']): Promise<void> =>
  expect
    .poll(async () => (await stage.api<SubscriptionInfo>('GET', '/api/subscription')).body.state, { timeout: 15_000 })
    .toBe(state)
