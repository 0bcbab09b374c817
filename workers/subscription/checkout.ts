import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { isClosed } from '#db/queries/closing.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { findCustomer, holdCheckout, type StripeCustomer } from '#db/queries/subscription-payment.ts'
import { AppError } from '#domain/errors.ts'
import type { CheckoutSummary } from '#domain/subscription/contract.ts'
import { isLive } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Price } from '#domain/subscription/price.ts'
import { sha256Hex } from '../auth/sha256.ts'
import type { Env } from '../env.ts'
import { customerOf, minuteOf } from './customer.ts'
import { isAbout, isMissing, isStripeFailure } from './failure.ts'
import { type CheckoutRead, checkoutSession, checkoutWithItems } from './fields.ts'
import { forgetPrices, planOf, priceIdOf } from './price.ts'
import { syncCustomer } from './sync.ts'

type Doctor = { id: string; email: string }
export type Order = { price: Price; successUrl: string; cancelUrl: string }
type Opened = { sessionId: string; url: string }

/** Another call took the place, a checkout ended, a customer went: looked at anew so many times. */
const TRIES = 4
/** An open checkout is offered again while at least this much of its day is left. */
const LEFT_SECONDS = 15 * 60

/** Opens Stripe's own page for the order. A doctor has one checkout open at a time, one trial ever, one subscription. */
export async function openCheckout(
  env: Env,
  stripe: Stripe,
  db: Database,
  doctor: Doctor,
  order: Order,
): Promise<Opened> {
  let gone: string | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    const customer = await customerOf(stripe, db, doctor, Date.now(), gone)
    try {
      const opened = await tryCheckout(env, stripe, db, { doctor, order, customer })
      if (opened) return opened
    } catch (error) {
      if (isMissing(error, 'customer')) gone = customer.customerId
      else if (isAbout(error, 'price')) forgetPrices()
      else throw error
    }
  }
  throw new AppError('checkout_failed')
}

/** Null: something changed under it. */
async function tryCheckout(
  env: Env,
  stripe: Stripe,
  db: Database,
  { doctor, order, customer }: { doctor: Doctor; order: Order; customer: StripeCustomer },
): Promise<Opened | null> {
  const seen = customer.checkoutSessionId
  const price = await priceIdOf(env, stripe, order.price, Date.now())
  const standing = seen === null ? null : await readSession(stripe, seen)
  const open = standing?.status === 'open' ? standing : null
  const again = open?.url && isFor(open, order, price) ? { sessionId: open.id, url: open.url } : null
  if (open && !again && !(await expire(stripe, open.id))) return null
  // From here on nothing else that was begun can still become a subscription: what Stripe has now is all there is.
  const { live } = await syncCustomer(env, stripe, db, customer.customerId)
  if (live || isLive(await findSubscription(db, doctor.id), Date.now())) {
    if (again) await expire(stripe, again.sessionId)
    throw new AppError('subscription_exists')
  }
  if (again) return again
  const { trialUsedAt } = (await findCustomer(db, doctor.id)) ?? customer
  const params = checkoutParams(order, {
    price,
    customer: customer.customerId,
    doctorId: doctor.id,
    trial: trialUsedAt === null,
  })
  // A second click while this one is under way opens the same page.
  const idempotencyKey = `checkout:${await sha256Hex(JSON.stringify([params, seen, minuteOf(Date.now())]))}`
  const made = checkoutSession.schema.parse(await stripe.checkout.sessions.create(params, { idempotencyKey }))
  if (made.url && (await holdCheckout(db, doctor.id, { seen, sessionId: made.id })))
    return { sessionId: made.id, url: made.url }
  const now = await findCustomer(db, doctor.id)
  if (made.url && now?.checkoutSessionId === made.id) return { sessionId: made.id, url: made.url }
  await expire(stripe, made.id)
  if (await isClosed(db, doctor.id)) throw new AppError('account_closed')
  return null
}

const isFor = (session: CheckoutRead, { successUrl, cancelUrl }: Order, price: string) =>
  session.metadata?.price === price &&
  session.success_url === successUrl &&
  session.cancel_url === cancelUrl &&
  session.expires_at * 1_000 > Date.now() + LEFT_SECONDS * 1_000

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
    // Whatever the account offers besides is paid days later, or never.
    allowed_payment_method_types: ['card'],
    payment_method_collection: 'if_required',
    subscription_data: {
      metadata: about,
      ...(of.trial &&
        trialDays > 0 && {
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
    },
    metadata: about,
    success_url: successUrl,
    cancel_url: cancelUrl,
    locale: 'pt-BR',
  }
}

/** Null: Stripe knows none of that name. */
async function readSession(stripe: Stripe, id: string): Promise<CheckoutRead | null> {
  try {
    return checkoutSession.schema.parse(await stripe.checkout.sessions.retrieve(id))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** False: it has ended in the meantime, perhaps by being paid. */
async function expire(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    if (isStripeFailure(error) && error.type === 'StripeInvalidRequestError') return false
    throw error
  }
}

/** What the doctor's own checkout came to; anybody else's is not found. */
export async function readCheckout(stripe: Stripe, doctor: Doctor, id: string): Promise<CheckoutSummary> {
  const session = await stripe.checkout.sessions
    .retrieve(id, { expand: ['line_items', 'subscription'] })
    .catch((error) => {
      throw isMissing(error) ? new AppError('checkout_not_found') : error
    })
  // Before anything else of it is read: whose it is.
  if (session.client_reference_id !== doctor.id) throw new AppError('checkout_not_found')
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
    // Where our own confirmation goes.
    customerEmail: doctor.email,
    status,
    isFree: false,
  }
}
