import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { stripeControl } from '#local/stripe/control.ts'
import { type StripeOptions, startStripe } from '#local/stripe/host/start.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** The official SDK, spoken to as the Worker speaks to it. */
export function officialSdk(address: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(address)
  const httpClient = Stripe.createFetchHttpClient()
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', httpClient, maxNetworkRetries: 0 })
}

/** Receives webhooks: `answer` gives the status for each that Stripe has signed. */
export async function startReceiver() {
  const received: { event: Stripe.Event; body: string; signature: string }[] = []
  const verifier = officialSdk('http://127.0.0.1:1')
  const waiting = new Set<() => void>()
  const receiver = { received, answer: () => 200, url: '', until, close: async () => {} }
  const server = createServer(async (incoming, reply) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const signature = String(incoming.headers['stripe-signature'])
    const provider = Stripe.createSubtleCryptoProvider()
    const event = await verifier.webhooks
      .constructEventAsync(body, signature, WEBHOOK_SECRET, 300, provider)
      .catch(() => null)
    const status = event ? receiver.answer() : 400
    reply.writeHead(status).end()
    if (event && status === 200) received.push({ event, body, signature })
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`
  receiver.close = () => new Promise((resolve) => server.close(() => resolve()))
  /** Resolves once it holds of what was received. */
  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  }
  return receiver
}

/** A stand-in of one's own, its receiver, and the SDK that speaks to it; all end with the file. */
export async function standIn(options: Partial<StripeOptions> = {}) {
  const receiver = await startReceiver()
  const running = await startStripe({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: receiver.url,
    retryDelaysMs: [10, 10, 10],
    ...options,
  })
  afterAll(async () => {
    await running.close()
    await receiver.close()
  })
  return { ...running, receiver, stripe: officialSdk(running.url), control: stripeControl(running.url, SECRET_KEY) }
}

const BASE = {
  mode: 'subscription',
  success_url: 'http://localhost:5173/checkout/success?session_id={CHECKOUT_SESSION_ID}',
} as const
const TRIAL = {
  trial_period_days: 14,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
} as const

export async function priceOf(stripe: Stripe, key: string): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
  const [price] = data
  if (!price) throw new Error(`no price ${key}`)
  return price
}

/** A checkout of Pro, as the app asks for it. */
export async function checkoutOf(
  stripe: Stripe,
  customer: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  key = 'pro_month',
): Promise<Stripe.Checkout.Session> {
  const { id } = await priceOf(stripe, key)
  return stripe.checkout.sessions.create({
    ...BASE,
    customer,
    line_items: [{ price: id, quantity: 1 }],
    cancel_url: 'http://localhost:5173/checkout/canceled',
    client_reference_id: 'doctor-1',
    locale: 'pt-BR',
    metadata: { planId: 'pro' },
    payment_method_collection: 'if_required',
    subscription_data: { ...TRIAL, metadata: { doctor: 'doctor-1' } },
    ...more,
  })
}
