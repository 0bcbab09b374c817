import { env } from 'cloudflare:workers'
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { type SubscriptionInfo, subscriptionReply } from '#domain/subscription/contract.ts'
import type { PriceKey } from '#domain/subscription/price.ts'
import { stripeControl } from '#local/stripe/control.ts'
import { api } from '#workers/api/api.ts'
import { insert, type Row } from './clinic.ts'
import { fetchWorker, mailsTo, ORIGIN, type TestDoctor } from './doctor.ts'
import { execute, selectOne } from './sql.ts'

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
  const answer = await buy(doctor, order(priceId, change))
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
  expect((await readCheckout(doctor, sessionId)).status).toBe(200)
  return { sessionId, subscriptionId: String(session.subscription), customer: String(session.customer) }
}

export const customerOf = (doctor: TestDoctor) =>
  selectOne('SELECT * FROM stripe_customers WHERE doctor_id = ?', doctor.id)
export const rowOf = (doctor: TestDoctor) =>
  selectOne(
    `SELECT provider_subscription_id AS id, plan, interval, status, current_period_start, current_period_end, trial_end,
      ends_at, cancel_at_period_end FROM user_subscriptions WHERE user_id = ?`,
    doctor.id,
  )

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
export async function writeSubscription(doctor: TestDoctor, change: Row = {}): Promise<void> {
  const now = Date.now()
  const seconds = Math.floor(now / 1_000)
  await execute('DELETE FROM user_subscriptions WHERE user_id = ?', doctor.id)
  await insert('user_subscriptions', {
    ...{ user_id: doctor.id, provider_subscription_id: `sub_${doctor.id}` },
    ...{ plan: 'pro', interval: 'month', amount: 197_00, status: 'active', cancel_at_period_end: 0 },
    ...{ current_period_start: seconds - 86_400, current_period_end: seconds + 29 * 86_400 },
    ...{ fetched_at: now, updated_at: now },
    ...change,
  })
}

/** A request to the API itself, with bindings of the test's own. */
export const callWith = (bindings: object, doctor: TestDoctor, method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie }
  const request = new Request(`${ORIGIN}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return api.fetch(request, { ...env, ...bindings })
}
/** Stripe's state of the subscription, asked for as the success page does. */
export const askStatus = (doctor: TestDoctor, subscriptionId: unknown) =>
  doctor.call('GET', `/api/stripe/subscription-status/${subscriptionId}`)
export const cancel = (doctor: TestDoctor, subscriptionId: unknown) =>
  doctor.call('POST', '/api/stripe/cancel-subscription', { subscriptionId })
export const openPortal = (doctor: TestDoctor, returnUrl = `${ORIGIN}/app/settings`) =>
  doctor.call('POST', '/api/stripe/customer-portal', { returnUrl })
export const readCheckout = (doctor: TestDoctor, sessionId: string) =>
  doctor.call('GET', `/api/stripe/checkout-session/${sessionId}`)
/** The mails that a doctor received about their plan. */
export const planMails = async (doctor: TestDoctor): Promise<string[]> =>
  (await mailsTo(doctor.email)).flatMap(({ kind, text }) =>
    kind === 'subscription' ? [text.replaceAll('\u00a0', ' ')] : [],
  )
