import type { z } from 'zod'
import {
  type Account,
  emit,
  find,
  type Invoice,
  listOf,
  newId,
  type Order,
  type Price,
  type Subscription,
} from './account.ts'
import { noSuch, refused } from './fault.ts'
import { flag, params } from './params.ts'

export const DAY = 86_400
/** Stripe tries a failed payment again after so many days. After the last attempt the subscription ends. */
const RETRY_DAYS = [3, 5, 7]

export const updateSubscriptionParams = params({ cancel_at_period_end: flag })

/** The end of a period that begins at `start`. A month from the 31st ends on the last day of a shorter month. */
function periodEnd(start: number, { recurring }: Price): number {
  const months = recurring.interval_count * (recurring.interval === 'year' ? 12 : 1)
  const date = new Date(start * 1_000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime() / 1_000
}

export function startSubscription(
  account: Account,
  customer: string,
  { price, trialDays, metadata }: Order,
  id = newId('sub'),
): Subscription {
  const now = account.now()
  const trialEnd = trialDays === undefined ? null : now + trialDays * DAY
  const subscription: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    created: now,
    customer,
    ended_at: null,
    items: {
      ...listOf([], `/v1/subscription_items?subscription=${id}`),
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          current_period_end: trialEnd ?? periodEnd(now, price),
          current_period_start: now,
          price: structuredClone(price),
          quantity: 1,
        },
      ],
    },
    metadata,
    status: trialEnd ? 'trialing' : 'active',
    trial_end: trialEnd,
    trial_start: trialEnd && now,
  }
  account.state.subscriptions[id] = subscription
  emit(account, 'customer.subscription.created', subscription)
  charge(account, subscription, trialEnd ? 0 : price.unit_amount)
  return subscription
}

function charge(account: Account, subscription: Subscription, amount: number): void {
  const invoice: Invoice = {
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_remaining: amount,
    attempt_count: 0,
    created: account.now(),
    customer: subscription.customer,
    next_payment_attempt: null,
    parent: { subscription_details: { subscription: subscription.id } },
    status: 'open',
  }
  account.state.invoices[invoice.id] = invoice
  collect(account, subscription, invoice)
}

export const openInvoices = ({ state }: Account, subscription: Subscription): Invoice[] =>
  Object.values(state.invoices).filter(
    (one) => one.status === 'open' && one.parent.subscription_details.subscription === subscription.id,
  )

function takePayment({ state }: Account, customer: string): boolean {
  const isDeclined = Object.hasOwn(state.declines, customer)
  delete state.declines[customer]
  return !isDeclined && state.cards[customer] === 'pays'
}

/** Tries to collect an open invoice. The subscription's status follows from its open invoices. */
export function collect(account: Account, subscription: Subscription, invoice: Invoice): void {
  if (invoice.amount_due > 0) invoice.attempt_count++
  if (invoice.amount_due === 0 || takePayment(account, subscription.customer)) {
    Object.assign(invoice, {
      status: 'paid',
      amount_remaining: 0,
      next_payment_attempt: null,
    } satisfies Partial<Invoice>)
    emit(account, 'invoice.paid', invoice)
  } else {
    const wait = RETRY_DAYS[invoice.attempt_count - 1]
    invoice.next_payment_attempt = wait ? account.now() + wait * DAY : null
    emit(account, 'invoice.payment_failed', invoice)
    if (!wait) return void endSubscription(account, subscription)
  }
  if (subscription.status === 'trialing') return
  const status = openInvoices(account, subscription).length > 0 ? 'past_due' : 'active'
  if (status === subscription.status) return
  subscription.status = status
  emit(account, 'customer.subscription.updated', subscription)
}

function endSubscription(account: Account, subscription: Subscription): Subscription {
  subscription.status = 'canceled'
  subscription.ended_at = account.now()
  for (const invoice of openInvoices(account, subscription)) invoice.next_payment_attempt = null
  emit(account, 'customer.subscription.deleted', subscription)
  return subscription
}

/** The trial or the period is over: the subscription ends, or its next period begins and is charged. */
function turnPeriod(account: Account, subscription: Subscription): void {
  const isCancelled = subscription.cancel_at !== null && subscription.cancel_at <= account.now()
  const hasCard = account.state.cards[subscription.customer] !== undefined
  if (isCancelled || (subscription.status === 'trialing' && !hasCard)) endSubscription(account, subscription)
  else beginPeriod(account, subscription)
}

function beginPeriod(account: Account, subscription: Subscription): void {
  const [item] = subscription.items.data
  item.current_period_start = account.now()
  item.current_period_end = periodEnd(item.current_period_start, item.price)
  if (subscription.status === 'trialing') subscription.status = 'active'
  emit(account, 'customer.subscription.updated', subscription)
  charge(account, subscription, item.price.unit_amount)
}

/** The API sets the flag with the date. Stripe's portal sets the date alone. */
export function setCancellation(
  account: Account,
  subscription: Subscription,
  at: number | null,
  flagged = false,
): void {
  subscription.cancel_at = at
  subscription.cancel_at_period_end = flagged
  emit(account, 'customer.subscription.updated', subscription)
}

export const findSubscription = ({ state }: Account, id: string) => find(state.subscriptions, 'subscription', id)

export function updateSubscription(
  account: Account,
  { cancel_at_period_end: cancels }: z.output<typeof updateSubscriptionParams>,
  id: string,
): Subscription {
  const subscription = findSubscription(account, id)
  if (subscription.status === 'canceled') throw refused('A canceled subscription can only update its metadata.')
  setCancellation(account, subscription, cancels ? subscription.items.data[0].current_period_end : null, cancels)
  return subscription
}

export function cancelSubscription(account: Account, id: string): Subscription {
  const subscription = findSubscription(account, id)
  if (subscription.status === 'canceled') throw noSuch('subscription', id)
  return endSubscription(account, subscription)
}

/** Another price: a trial goes on, another interval begins its first period now. The stand-in prorates no amount. */
export function changePrice(account: Account, subscription: Subscription, price: Price): void {
  const [item] = subscription.items.data
  const isSameInterval = item.price.recurring.interval === price.recurring.interval
  item.price = structuredClone(price)
  if (subscription.status !== 'trialing' && !isSameInterval) beginPeriod(account, subscription)
  else emit(account, 'customer.subscription.updated', subscription)
}

/** Ends the trial or the period of a subscription now. */
export function endPeriodNow(account: Account, id: string): Subscription {
  const subscription = findSubscription(account, id)
  if (subscription.status === 'canceled') throw refused('A canceled subscription has no period to end.')
  const now = account.now()
  if (subscription.status === 'trialing') subscription.trial_end = now
  if (subscription.cancel_at !== null) subscription.cancel_at = now
  subscription.items.data[0].current_period_end = now
  turnPeriod(account, subscription)
  return subscription
}

type Task = { at: number; run: (account: Account) => void }

export function* subscriptionTasks({ state }: Account): Generator<Task> {
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.status !== 'canceled')
      yield {
        at: subscription.items.data[0].current_period_end,
        run: (account) => turnPeriod(account, subscription),
      }
  for (const invoice of Object.values(state.invoices))
    if (invoice.next_payment_attempt !== null) {
      const subscription = state.subscriptions[invoice.parent.subscription_details.subscription]
      if (subscription)
        yield { at: invoice.next_payment_attempt, run: (account) => collect(account, subscription, invoice) }
    }
}
