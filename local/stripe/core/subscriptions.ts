import { z } from 'zod'
import { type Account, find, findCustomer, findSubscription, mergeMetadata } from './account.ts'
import { invalid, noSuch, refused } from './fault.ts'
import { page } from './listing.ts'
import { flag, integer, list, listParams, metadata, object, params, text } from './params.ts'
import { changePrice, type ProrationBehaviour } from './plan-change.ts'
import type { Subscription } from './stored.ts'
import { change, endSubscription, itemOf, turnPeriod } from './subscription-life.ts'

const feedback = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
])
const cancellationDetails = object({ comment: z.string(), feedback: feedback.or(z.literal('')) })
  .partial()
  .optional()
const behaviour = z.enum(['cancel', 'create_invoice', 'pause'])
export const trialSettings = object({ end_behavior: object({ missing_payment_method: behaviour }) }).optional()

export const updateSubscriptionParams = params({
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.literal(''), z.enum(['min_period_end', 'max_period_end']), integer]).optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text.optional(),
  description: z.string().optional(),
  items: list(object({ id: text.optional(), price: text.optional(), quantity: integer.optional() })).optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
  trial_settings: trialSettings,
})
export const cancelSubscriptionParams = params({ cancellation_details: cancellationDetails })
const statuses = z.enum([
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
])
export const listSubscriptionParams = listParams({
  customer: text.optional(),
  price: text.optional(),
  status: statuses.optional(),
})
export const listItemParams = listParams({ subscription: text })

export const retrieveSubscription = (account: Account, id: string) => findSubscription(account, id)

export const listSubscriptions = (account: Account, asked: z.output<typeof listSubscriptionParams>) => {
  const { customer, price, status } = asked
  if (customer) findCustomer(account, customer, 'customer')
  const wanted = (one: Subscription) => {
    if (status === 'all') return true
    if (status === 'ended') return one.ended_at !== null
    return status ? one.status === status : one.status !== 'canceled'
  }
  const all = Object.values(account.state.subscriptions).filter(
    (one) => (!customer || one.customer === customer) && (!price || itemOf(one).price.id === price) && wanted(one),
  )
  return page(all, '/v1/subscriptions', asked)
}

export const listItems = (account: Account, asked: z.output<typeof listItemParams>) =>
  page(findSubscription(account, asked.subscription, 'subscription').items.data, '/v1/subscription_items', asked)

export function retrieveItem(account: Account, id: string) {
  const item = Object.values(account.state.subscriptions)
    .flatMap((one) => one.items.data)
    .find((one) => one.id === id)
  if (!item) throw noSuch('subscription_item', id)
  return item
}

type Update = z.output<typeof updateSubscriptionParams>

export function updateSubscription(account: Account, id: string, asked: Update): Subscription {
  const subscription = findSubscription(account, id)
  const { expand: _, cancellation_details: details, metadata: given, ...rest } = asked
  if (subscription.status === 'canceled' && Object.keys(rest).length > 0)
    throw refused('A canceled subscription can only update its cancellation_details and metadata.')
  if (asked.cancel_at_period_end !== undefined && asked.cancel_at !== undefined)
    throw invalid('cancel_at', 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const swap = priceSwap(subscription, asked)
  const method = asked.default_payment_method
  if (
    method &&
    find(account.state.paymentMethods, 'PaymentMethod', method, 'default_payment_method').customer !==
      subscription.customer
  )
    throw invalid('default_payment_method', `The customer does not have a payment method with the ID ${method}.`)
  const now = account.now()
  if (typeof asked.cancel_at === 'number' && asked.cancel_at <= now)
    throw invalid('cancel_at', '`cancel_at` must be in the future.')
  if (typeof asked.trial_end === 'number' && asked.trial_end <= now)
    throw invalid('trial_end', 'Invalid timestamp: must be an integer Unix timestamp in the future.')

  if (swap) changePrice(account, subscription, swap, 'items[0][price]')
  change(account, subscription, () => {
    scheduleCancellation(subscription, now, asked)
    if (method) subscription.default_payment_method = method
    if (asked.description !== undefined) subscription.description = asked.description || null
    if (asked.trial_settings)
      subscription.trial_settings = {
        end_behavior: { billing_cycle_anchor: null, ...asked.trial_settings.end_behavior },
      }
    subscription.metadata = mergeMetadata(subscription.metadata, given)
    setDetails(subscription, details)
    if (asked.trial_end !== undefined) setTrialEnd(subscription, asked.trial_end === 'now' ? now : asked.trial_end)
  })
  if (asked.trial_end === 'now') turnPeriod(account, subscription)
  return subscription
}

function priceSwap(subscription: Subscription, asked: Update) {
  if (!asked.items) return undefined
  const [given, ...more] = asked.items
  const item = itemOf(subscription)
  if (!given || more.length > 0 || given.id === undefined)
    throw invalid('items', 'A subscription here has one item: name it by its id.')
  if (given.id !== item.id) throw noSuch('subscription item', given.id, 'items[0][id]')
  const prorating: ProrationBehaviour = asked.proration_behavior ?? 'create_prorations'
  return { price: given.price ?? item.price.id, quantity: given.quantity ?? item.quantity ?? 1, prorating }
}

function scheduleCancellation(subscription: Subscription, now: number, asked: Update): void {
  const end = itemOf(subscription).current_period_end
  const at = typeof asked.cancel_at === 'string' && asked.cancel_at !== '' ? end : asked.cancel_at
  if (asked.cancel_at_period_end || typeof at === 'number') {
    subscription.cancel_at = typeof at === 'number' ? at : end
    subscription.cancel_at_period_end = asked.cancel_at_period_end ?? false
    subscription.canceled_at ??= now
    if (subscription.cancellation_details) subscription.cancellation_details.reason = 'cancellation_requested'
  } else if (asked.cancel_at_period_end === false || at === '') {
    subscription.cancel_at = null
    subscription.cancel_at_period_end = false
    subscription.canceled_at = null
    if (subscription.cancellation_details) subscription.cancellation_details.reason = null
  }
}

function setDetails(subscription: Subscription, given: z.output<typeof cancellationDetails>): void {
  const known = subscription.cancellation_details
  if (!known || !given) return
  if (given.comment !== undefined) known.comment = given.comment || null
  if (given.feedback !== undefined) known.feedback = given.feedback || null
}

function setTrialEnd(subscription: Subscription, at: number): void {
  subscription.trial_end = at
  subscription.trial_start ??= subscription.start_date
  subscription.status = 'trialing'
  subscription.billing_cycle_anchor = at
  if (subscription.cancel_at_period_end) subscription.cancel_at = at
  for (const item of subscription.items.data) item.current_period_end = at
}

/** At once, and for good. */
export function cancelSubscription(
  account: Account,
  id: string,
  asked: z.output<typeof cancelSubscriptionParams>,
): Subscription {
  const subscription = findSubscription(account, id)
  if (subscription.status === 'canceled') throw noSuch('subscription', id)
  setDetails(subscription, asked.cancellation_details)
  return endSubscription(account, subscription, 'cancellation_requested')
}

/** Its trial or period ends now, whatever is left of it. */
export function endPeriodNow(account: Account, id: string): Subscription {
  const subscription = findSubscription(account, id, 'subscription')
  if (!['trialing', 'active', 'past_due'].includes(subscription.status))
    throw refused(`A subscription that is ${subscription.status} has no period to end.`)
  const now = account.now()
  if (subscription.status === 'trialing') subscription.trial_end = now
  subscription.billing_cycle_anchor = now
  if (subscription.cancel_at !== null) subscription.cancel_at = now
  for (const item of subscription.items.data) item.current_period_end = now
  turnPeriod(account, subscription)
  return subscription
}
