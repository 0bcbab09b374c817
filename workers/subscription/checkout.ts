import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { isClosed } from '#db/queries/closing.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { findCustomer, holdCheckout, type StripeCustomer, saveCustomer } from '#db/queries/subscription-payment.ts'
import { AppError } from '#domain/errors.ts'
import type { CheckoutSummary } from '#domain/subscription/contract.ts'
import { isLive } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Price } from '#domain/subscription/price.ts'
import { sha256Hex } from '../auth/sha256.ts'
import type { Env } from '../env.ts'
import { closeCheckout } from './cancel.ts'
import { isMissing, isParameterRefused, nullIfMissing } from './client.ts'
import { type CheckoutRead, checkoutSession, checkoutWithItems, customer as customerFields } from './fields.ts'
import { findPriceId, forgetPrices, planOf } from './price.ts'
import { syncCustomer } from './sync.ts'

type Doctor = { id: string; email: string }
export type Order = { price: Price; successUrl: string; cancelUrl: string }
type OpenCheckout = { sessionId: string; url: string }

/** Each try starts again after another call, an ended checkout or a missing customer changed the state. */
const TRIES = 4
/** An open checkout is reused while at least this much of its day remains. */
const REUSE_SECONDS = 15 * 60

/**
 * Opens Stripe's page for the order. A doctor has one open checkout, one trial ever and one subscription.
 * Errors: subscription_exists, account_closed, checkout_failed.
 */
export const openCheckout = (
  env: Env,
  stripe: Stripe,
  db: Database,
  doctor: Doctor,
  order: Order,
): Promise<OpenCheckout> =>
  untilDone(stripe, db, doctor, (customer) => tryCheckout(env, stripe, db, { doctor, order, customer }))

/**
 * Starts the doctor's one trial, without a card and without Stripe's page. It ends by itself unless a card is added.
 * Errors: subscription_exists, trial_used, account_closed, checkout_failed.
 */
export async function startTrial(env: Env, stripe: Stripe, db: Database, doctor: Doctor, price: Price): Promise<void> {
  await untilDone(stripe, db, doctor, (customer) => tryTrial(env, stripe, db, { doctor, price, customer }))
}

/** Repeats `attempt` while it answers null, or Stripe no longer has the customer or the price. */
async function untilDone<T>(
  stripe: Stripe,
  db: Database,
  doctor: Doctor,
  attempt: (customer: StripeCustomer) => Promise<T | null>,
): Promise<T> {
  let missing: string | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    const customer = await ensureCustomer(stripe, db, doctor, Date.now(), missing)
    try {
      const done = await attempt(customer)
      if (done) return done
    } catch (error) {
      if (isMissing(error, 'customer')) missing = customer.customerId
      else if (isParameterRefused(error, 'price')) forgetPrices()
      else throw error
    }
  }
  throw new AppError('checkout_failed')
}

/** Part of every idempotency key. Stripe repeats its answer to a key for a day, errors too. */
const minuteOf = (now: number): number => Math.floor(now / 60_000)

/** Returns the doctor's customer at Stripe, created on first use. `missing` is one that Stripe no longer has. */
async function ensureCustomer(
  stripe: Stripe,
  db: Database,
  doctor: Doctor,
  now: number,
  missing: string | null,
): Promise<StripeCustomer> {
  const stored = await findCustomer(db, doctor.id)
  if (stored && stored.customerId !== missing) return stored
  // Two parallel calls have the same key, so that Stripe creates one customer.
  const idempotencyKey = `customer:${doctor.id}:${missing ?? ''}:${minuteOf(now)}`
  const created = await stripe.customers.create(
    { email: doctor.email, preferred_locales: ['pt-BR'], metadata: { doctor_id: doctor.id } },
    { idempotencyKey },
  )
  const { id } = customerFields.schema.parse(created)
  await saveCustomer(db, { doctorId: doctor.id, customerId: id, instead: missing, now })
  return (await findCustomer(db, doctor.id)) ?? { customerId: id, trialUsedAt: null, checkoutSessionId: null }
}

/** Returns null if the state changed during the try. */
async function tryCheckout(
  env: Env,
  stripe: Stripe,
  db: Database,
  { doctor, order, customer }: { doctor: Doctor; order: Order; customer: StripeCustomer },
): Promise<OpenCheckout | null> {
  const seen = customer.checkoutSessionId
  const price = await findPriceId(env, stripe, order.price, Date.now())
  const existing = seen === null ? null : await readSession(stripe, seen)
  const open = existing?.status === 'open' ? existing : null
  const reusable = open?.url && isFor(open, order, price) ? { sessionId: open.id, url: open.url } : null
  if (open && !reusable && !(await closeCheckout(stripe, open.id))) return null
  // No other checkout can become a subscription from here on, so Stripe's current list is complete.
  const { live } = await syncCustomer(env, stripe, db, customer.customerId)
  if (live || isLive(await findSubscription(db, doctor.id), Date.now())) {
    if (reusable) await closeCheckout(stripe, reusable.sessionId)
    throw new AppError('subscription_exists')
  }
  if (reusable) return reusable
  const { trialUsedAt } = (await findCustomer(db, doctor.id)) ?? customer
  const of = { price, customer: customer.customerId, doctorId: doctor.id, trial: trialUsedAt === null }
  const params = checkoutParams(order, of)
  // A second click during this call gets the same page.
  const idempotencyKey = `checkout:${await sha256Hex(JSON.stringify([params, seen, minuteOf(Date.now())]))}`
  const { id: sessionId, url } = checkoutSession.schema.parse(
    await stripe.checkout.sessions.create(params, { idempotencyKey }),
  )
  if (url && (await holdCheckout(db, doctor.id, { seen, sessionId }))) return { sessionId, url }
  const current = await findCustomer(db, doctor.id)
  if (url && current?.checkoutSessionId === sessionId) return { sessionId, url }
  await closeCheckout(stripe, sessionId)
  if (await isClosed(db, doctor.id)) throw new AppError('account_closed')
  return null
}

/** Returns null if the state changed during the try. */
async function tryTrial(
  env: Env,
  stripe: Stripe,
  db: Database,
  { doctor, price, customer }: { doctor: Doctor; price: Price; customer: StripeCustomer },
): Promise<true | null> {
  const { customerId, checkoutSessionId: seen } = customer
  const { trialDays } = plans[price.plan]
  const id = await findPriceId(env, stripe, price, Date.now())
  const existing = seen === null ? null : await readSession(stripe, seen)
  if (existing?.status === 'open' && !(await closeCheckout(stripe, existing.id))) return null
  const { live } = await syncCustomer(env, stripe, db, customerId)
  if (live || isLive(await findSubscription(db, doctor.id), Date.now())) throw new AppError('subscription_exists')
  const { trialUsedAt } = (await findCustomer(db, doctor.id)) ?? customer
  if (trialUsedAt !== null) throw new AppError('trial_used')
  // Takes the place of a checkout: another call that has read the state before this one begins again.
  const placeholder = `trial_${crypto.randomUUID()}`
  if (!(await holdCheckout(db, doctor.id, { seen, sessionId: placeholder }))) {
    if (await isClosed(db, doctor.id)) throw new AppError('account_closed')
    return null
  }
  await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: id }],
      ...trialOf(trialDays),
      metadata: { key: price.key, price: id, doctor_id: doctor.id },
    },
    // A doctor has one trial: a second click, for any plan, gets the first one's answer or is refused.
    { idempotencyKey: `trial:${customerId}:${Math.floor(minuteOf(Date.now()) / 10)}` },
  )
  await syncCustomer(env, stripe, db, customerId)
  // A checkout that began while the trial was being made must not become a second subscription.
  const later = (await findCustomer(db, doctor.id))?.checkoutSessionId ?? placeholder
  if (later !== placeholder) await closeCheckout(stripe, later)
  return true
}

const trialOf = (days: number) => ({
  trial_period_days: days,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
})

const isFor = (session: CheckoutRead, { successUrl, cancelUrl }: Order, price: string) =>
  session.metadata?.price === price &&
  session.success_url === successUrl &&
  session.cancel_url === cancelUrl &&
  session.expires_at * 1_000 > Date.now() + REUSE_SECONDS * 1_000

function checkoutParams(
  { price, successUrl, cancelUrl }: Order,
  of: { price: string; customer: string; doctorId: string; trial: boolean },
): Stripe.Checkout.SessionCreateParams {
  const { trialDays } = plans[price.plan]
  const about = { key: price.key, price: of.price, doctor_id: of.doctorId }
  return {
    mode: 'subscription',
    customer: of.customer,
    client_reference_id: of.doctorId,
    line_items: [{ price: of.price, quantity: 1 }],
    // The account's other methods are paid days later, or never.
    allowed_payment_method_types: ['card'],
    payment_method_collection: 'if_required',
    subscription_data: {
      metadata: about,
      ...(of.trial && trialDays > 0 && trialOf(trialDays)),
    },
    metadata: about,
    success_url: successUrl,
    cancel_url: cancelUrl,
    locale: 'pt-BR',
  }
}

/** Returns null if Stripe has no such session. */
async function readSession(stripe: Stripe, id: string): Promise<CheckoutRead | null> {
  const found = await nullIfMissing(stripe.checkout.sessions.retrieve(id))
  return found && checkoutSession.schema.parse(found)
}

/** Reads the result of the doctor's own checkout. Errors: checkout_not_found, for a foreign one too. */
export async function readCheckout(stripe: Stripe, doctor: Doctor, id: string): Promise<CheckoutSummary> {
  const session = await nullIfMissing(stripe.checkout.sessions.retrieve(id, { expand: ['line_items', 'subscription'] }))
  // Checks the owner before it reads anything else.
  if (session?.client_reference_id !== doctor.id) throw new AppError('checkout_not_found')
  const { line_items, subscription, status } = checkoutWithItems.schema.parse(session)
  const price = line_items.data[0]?.price
  const sold = price && planOf(price)
  if (!price || !sold) throw new AppError('checkout_not_found')
  const trialEnd = subscription?.trial_end ?? null
  return {
    planName: plans[sold.plan].name,
    interval: sold.interval,
    amount: price.unit_amount ?? plans[sold.plan].price[sold.interval],
    trialEnd: trialEnd === null ? null : trialEnd * 1_000,
    // The address of our own confirmation.
    customerEmail: doctor.email,
    status,
    isFree: false,
  }
}
