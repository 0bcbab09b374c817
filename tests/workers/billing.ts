import { env } from 'cloudflare:workers'
import { Stripe } from 'stripe'
import { expect, vi } from 'vitest'
import { type SubscriptionInfo, subscriptionReply } from '#domain/subscription/contract.ts'
import type { PriceKey } from '#domain/subscription/price.ts'
import { stripeControl } from '#local/stripe/control.ts'
import { fetchWorker, ORIGIN, type TestDoctor } from './doctor.ts'

const key = env.STRIPE_SECRET_KEY ?? ''
const secret = env.STRIPE_WEBHOOK_SECRET ?? ''
/** In a real Stripe sandbox, tests cannot press a hosted page's button or move the clock. */
export const sandbox = !env.STRIPE_API_URL
const at = new URL(env.STRIPE_API_URL || 'https://api.stripe.com')

export const sdk = new Stripe(key, {
  httpClient: Stripe.createFetchHttpClient(),
  host: at.hostname,
  port: at.port,
  protocol: at.protocol === 'https:' ? 'https' : 'http',
})
export const control = stripeControl(at.origin, key)

export const successUrl = `${ORIGIN}/checkout/success?session_id={CHECKOUT_SESSION_ID}`
export const cancelUrl = `${ORIGIN}/checkout/canceled`

export const order = (priceId: string, change: object = {}) => ({
  priceId,
  successUrl,
  cancelUrl,
  trialPeriodDays: 14,
  metadata: { planId: priceId.split('_')[0] ?? '', planName: 'Pro' },
  ...change,
})

export const buy = (doctor: TestDoctor, body: object) =>
  doctor.call('POST', '/api/stripe/create-checkout-session', body)
export const refusal = async (answer: Response) => {
  const { code, error, fields } = await answer.json<{ code: string; error: string; fields?: object }>()
  return [answer.status, code, error, ...(fields ? [fields] : [])]
}

export async function openCheckout(doctor: TestDoctor, priceId: PriceKey, change: object = {}) {
  const answer = await doctor.call('POST', '/api/stripe/create-checkout-session', order(priceId, change))
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
  return answer.json<{ sessionId: string; url: string }>()
}

export async function subscriptionOf(doctor: TestDoctor): Promise<SubscriptionInfo> {
  const answer = await doctor.call('GET', '/api/subscription')
  return subscriptionReply.parse(await answer.json())
}

/** Subscribes through a checkout that the stand-in completes, then reads the success screen. */
export async function subscribe(
  doctor: TestDoctor,
  priceId: PriceKey,
  card: Parameters<typeof control.checkout>[1] = 'pays',
): Promise<{ sessionId: string; subscriptionId: string; customer: string }> {
  const { sessionId } = await openCheckout(doctor, priceId)
  const session = await control.checkout(sessionId, card)
  const seen = await doctor.call('GET', `/api/stripe/checkout-session/${sessionId}`)
  expect(seen.status).toBe(200)
  return { sessionId, subscriptionId: String(session.subscription), customer: String(session.customer) }
}

export const customerOf = (doctor: TestDoctor) =>
  env.DB.prepare('SELECT * FROM stripe_customers WHERE doctor_id = ?').bind(doctor.id).first()
export const rowOf = (doctor: TestDoctor) =>
  env.DB.prepare(
    `SELECT provider_subscription_id AS id, plan, interval, status, current_period_start, current_period_end, trial_end,
      ends_at, cancel_at_period_end FROM user_subscriptions WHERE user_id = ?`,
  )
    .bind(doctor.id)
    .first()

/** Stripe's events about a customer, in the order in which they happened. */
export async function eventsOf(customer: string): Promise<Stripe.Event[]> {
  const { data } = await sdk.events.list({ limit: 100 })
  return data.filter((event) => (event.data.object as { customer?: unknown }).customer === customer).toReversed()
}

export const signed = (body: string, timestamp = Math.floor(Date.now() / 1_000), by = secret) =>
  sdk.webhooks.generateTestHeaderStringAsync({ payload: body, secret: by, timestamp })

/** Delivers as Stripe does: no session, no origin, a signature over the bytes. */
export const deliver = (body: string, signature: string) =>
  fetchWorker('/api/stripe/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  })
export async function ring(event: object): Promise<number> {
  const body = JSON.stringify(event)
  return (await deliver(body, await signed(body))).status
}

/** A subscription as a sync would have written it. */
export async function writeSubscription(
  doctor: TestDoctor,
  change: Record<string, string | number | null> = {},
): Promise<void> {
  const now = Date.now()
  const seconds = Math.floor(now / 1_000)
  const row = {
    user_id: doctor.id,
    provider_subscription_id: `sub_${doctor.id}`,
    plan: 'pro',
    interval: 'month',
    amount: 197_00,
    status: 'active',
    current_period_start: seconds - 86_400,
    current_period_end: seconds + 29 * 86_400,
    trial_end: null,
    ends_at: null,
    cancel_at_period_end: 0,
    fetched_at: now,
    updated_at: now,
    ...change,
  }
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  const insert = env.DB.prepare(`INSERT OR REPLACE INTO user_subscriptions (${names.join(', ')}) VALUES (${places})`)
  await insert.bind(...Object.values(row)).run()
}

/** Resolves when every queued webhook has been processed. */
export async function waitForJobs(doctor: TestDoctor): Promise<void> {
  const open = env.DB.prepare("SELECT id FROM jobs WHERE doctor_id = ? AND status IN ('queued', 'running')")
  await vi.waitFor(async () => expect((await open.bind(doctor.id).all()).results).toEqual([]), {
    timeout: 10_000,
    interval: 20,
  })
}
