import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod/mini'
import { countAttempt } from '#db/queries/attempt.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { findCustomer, requestFetch, writeEnding } from '#db/queries/subscription-payment.ts'
import { AppError } from '#domain/errors.ts'
import {
  cancelSubscriptionBody,
  checkoutReply,
  createCheckoutBody,
  createCheckoutReply,
  customerPortalBody,
  customerPortalReply,
  startTrialBody,
  subscriptionReply,
} from '#domain/subscription/contract.ts'
import { isLive } from '#domain/subscription/entitlement.ts'
import { priceOf } from '#domain/subscription/price.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { cancelSubscription } from '../subscription/cancel.ts'
import { openCheckout, readCheckout, startTrial } from '../subscription/checkout.ts'
import { callStripe, openStripe } from '../subscription/client.ts'
import { portalSession } from '../subscription/fields.ts'
import { syncCustomer, toSubscription } from '../subscription/sync.ts'
import { handleWebhook } from '../subscription/webhook.ts'
import { jsonBody, reply, validated } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'
import { allowedOrigins } from './origin.ts'
import { subscriptionOf } from './subscription.ts'

/** Limit for calls that reach Stripe, per doctor. */
const CALLS = { max: 60, windowMs: 10 * 60_000 }

const limited = createMiddleware<AppEnv>(async (c, next) => {
  const key = `billing:${c.get('doctor').id}`
  if (!(await countAttempt(c.get('db'), key, { ...CALLS, now: Date.now() }))) throw new AppError('too_many_requests')
  await next()
})

const named = (notFound: 'checkout_not_found' | 'subscription_not_found', pattern: RegExp) =>
  validated('param', z.object({ id: z.string().check(z.maxLength(255), z.regex(pattern)) }), notFound)

/** Refuses return addresses outside the app. Errors: invalid_body. */
function ownAddresses<T extends Record<string, string>>(c: Context<AppEnv>, addresses: T): T {
  const own = allowedOrigins(c.env, c.req.url)
  for (const [field, address] of Object.entries(addresses))
    if (!own.includes(new URL(address).origin))
      throw new AppError('invalid_body', { [field]: 'Endereço de outro site' })
  return addresses
}

/** Returns the doctor's own subscription of that id and its customer. */
async function ownSubscription(c: Context<AppEnv>, id: string) {
  const [stored, customer] = await Promise.all([
    findSubscription(c.get('db'), c.get('doctor').id),
    findCustomer(c.get('db'), c.get('doctor').id),
  ])
  if (!stored || stored.id !== id || !customer) throw new AppError('subscription_not_found')
  return { stored, customer }
}

export const stripe = new Hono<AppEnv>()
  .use('/stripe/*', limited)
  .post('/stripe/create-checkout-session', jsonBody(createCheckoutBody), async (c) => {
    const { priceId, successUrl, cancelUrl, metadata } = c.req.valid('json')
    const price = priceOf(priceId)
    if (!price || (metadata?.planId ?? price.plan) !== price.plan) throw new AppError('plan_not_found')
    const order = { price, ...ownAddresses(c, { successUrl, cancelUrl }) }
    const opened = await callStripe('checkout_failed', async () =>
      openCheckout(c.env, await openStripe(c.env), c.get('db'), c.get('doctor'), order),
    )
    c.get('audit')('checkout_opened', 'doctor', c.get('doctor').id)
    return reply(c, createCheckoutReply, opened)
  })
  .post('/stripe/start-trial', jsonBody(startTrialBody), async (c) => {
    const price = priceOf(c.req.valid('json').priceId)
    if (!price) throw new AppError('plan_not_found')
    await callStripe('trial_failed', async () =>
      startTrial(c.env, await openStripe(c.env), c.get('db'), c.get('doctor'), price),
    )
    c.get('audit')('trial_started', 'doctor', c.get('doctor').id)
    return reply(c, subscriptionReply, await subscriptionOf(c))
  })
  .get('/stripe/checkout-session/:id', named('checkout_not_found', /^cs_\w+$/), async (c) => {
    const { db, doctor } = c.var
    const customer = required(await findCustomer(db, doctor.id), 'checkout_not_found')
    const summary = await callStripe('subscription_status_failed', async () => {
      const stripe = await openStripe(c.env)
      const read = await readCheckout(stripe, doctor, c.req.valid('param').id)
      // The webhook may arrive after the doctor returns.
      if (read.status === 'complete') await syncCustomer(c.env, stripe, db, customer.customerId)
      return read
    })
    return reply(c, checkoutReply, summary)
  })
  .get('/stripe/subscription-status/:id', named('subscription_not_found', /^sub_\w+$/), async (c) => {
    const { customer } = await ownSubscription(c, c.req.valid('param').id)
    await callStripe('subscription_status_failed', async () =>
      syncCustomer(c.env, await openStripe(c.env), c.get('db'), customer.customerId),
    )
    return reply(c, subscriptionReply, await subscriptionOf(c))
  })
  .post('/stripe/cancel-subscription', jsonBody(cancelSubscriptionBody), async (c) => {
    const { stored, customer } = await ownSubscription(c, c.req.valid('json').subscriptionId)
    if (!isLive(stored, Date.now())) throw new AppError('subscription_not_found')
    const db = c.get('db')
    const canceled = await callStripe('cancel_failed', async () =>
      cancelSubscription(await openStripe(c.env), stored.id),
    )
    c.get('audit')('subscription_cancelled', 'doctor', c.get('doctor').id)
    // It is cancelled. If the full read fails, answer with the cancelled subscription until a job reads it.
    try {
      await callStripe('subscription_status_failed', async () =>
        syncCustomer(c.env, await openStripe(c.env), db, customer.customerId),
      )
    } catch {
      await writeEnding(db, c.get('doctor').id, toSubscription(canceled), Date.now())
      const request = { customerId: customer.customerId, jobId: crypto.randomUUID(), now: Date.now() }
      const job = await requestFetch(db, request)
      if (job) await enqueue(c.env, 'billing_sync', job)
    }
    return reply(c, subscriptionReply, await subscriptionOf(c))
  })
  .post('/stripe/customer-portal', jsonBody(customerPortalBody), async (c) => {
    const { returnUrl } = ownAddresses(c, c.req.valid('json'))
    const customer = required(await findCustomer(c.get('db'), c.get('doctor').id), 'subscription_not_found')
    const session = await callStripe('portal_failed', async () => {
      const stripe = await openStripe(c.env)
      const request = { customer: customer.customerId, return_url: returnUrl, locale: 'pt-BR' } as const
      return portalSession.schema.parse(await stripe.billingPortal.sessions.create(request))
    })
    c.get('audit')('portal_opened', 'doctor', c.get('doctor').id)
    return reply(c, customerPortalReply, session)
  })

/** Accepts Stripe's signature in place of session and origin; an unsigned event changes nothing. */
export const WEBHOOK_PATH = '/api/stripe/webhook'
export const stripeWebhook = new Hono<AppEnv>().post('/stripe/webhook', async (c) => {
  await handleWebhook(c.env, await c.req.text(), c.req.header('stripe-signature'))
  return c.json({ received: true })
})
