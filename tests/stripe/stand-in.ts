import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { stripeControl } from '#local/stripe/control.ts'
import { type StripeOptions, startStripe } from '#local/stripe/start.ts'
import { listen } from '#tests/testkit/network.ts'
import { STRIPE_TEST_KEY, STRIPE_TEST_WEBHOOK_SECRET } from '#tests/testkit/stripe-stand-in.ts'

/** The official SDK, with the Worker's HTTP client. */
export function officialSdk(address: string, key = STRIPE_TEST_KEY): Stripe {
  const { hostname, port } = new URL(address)
  const httpClient = Stripe.createFetchHttpClient()
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', httpClient, maxNetworkRetries: 0 })
}

/** Receives webhooks whose signature the SDK accepts, and answers each with `status`. */
export async function startReceiver() {
  const verifier = officialSdk('http://127.0.0.1:1')
  const receiver = { events: [] as Stripe.Event[], status: () => 200 }
  const server = createServer(async (incoming, reply) => {
    const signature = String(incoming.headers['stripe-signature'])
    const event = verifier.webhooks.constructEvent(await text(incoming), signature, STRIPE_TEST_WEBHOOK_SECRET)
    const status = receiver.status()
    if (status === 200) receiver.events.push(event)
    reply.writeHead(status).end()
  })
  const { port, close } = await listen(server)
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}`, close })
}

/** Starts a stand-in. It ends with the test file. */
export async function startStandIn(options: Partial<StripeOptions> = {}) {
  const running = await startStripe({
    port: 0,
    secretKey: STRIPE_TEST_KEY,
    webhookSecret: STRIPE_TEST_WEBHOOK_SECRET,
    ...options,
  })
  afterAll(running.close)
  return { ...running, stripe: officialSdk(running.url), control: stripeControl(running.url, STRIPE_TEST_KEY) }
}

export async function priceOf(stripe: Stripe, key: string): Promise<Stripe.Price> {
  const [price] = (await stripe.prices.list({ lookup_keys: [key], active: true })).data
  if (!price) throw new Error(`no price ${key}`)
  return price
}

/** Opens a checkout of Pro with a trial, with the parameters that the app sends. */
export async function openCheckout(
  stripe: Stripe,
  customer: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: 'doctor-1',
    line_items: [{ price: (await priceOf(stripe, 'pro_month')).id, quantity: 1 }],
    allowed_payment_method_types: ['card'],
    payment_method_collection: 'if_required',
    subscription_data: {
      metadata: { doctor: 'doctor-1' },
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
    metadata: { key: 'pro_month' },
    success_url: 'http://localhost:5173/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:5173/checkout/canceled',
    locale: 'pt-BR',
    ...more,
  })
}
