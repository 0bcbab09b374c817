import { type Account, changed, findSubscription, type Promised, tell } from './account.ts'
import { DAY, periodEnd } from './calendar.ts'
import { noSuch } from './fault.ts'
import { collect, issueInvoice, methodOf, openInvoices, subscriptionOf } from './invoices.ts'
import { listOf } from './listing.ts'
import { planOf, sellablePrice } from './prices.ts'
import type { Invoice, Subscription } from './stored.ts'

export const itemOf = (subscription: Subscription) => {
  const [item] = subscription.items.data
  if (!item) throw noSuch('subscription item', subscription.id)
  return item
}

/** Does what it is told to a subscription, then tells of it: if anything is other than before. */
export function change(account: Account, subscription: Subscription, act: () => void): void {
  const before = structuredClone(subscription)
  act()
  const previous = changed(before, subscription)
  if (Object.keys(previous).length > 0) tell(account, 'customer.subscription.updated', subscription, previous)
}

/** Begins a subscription, its trial first if it has one. Its first invoice is yet to be collected. */
export function startSubscription(account: Account, customer: string, promised: Promised, method: string | null) {
  const now = account.now()
  const { price, recurring } = sellablePrice(account, promised.price, 'price')
  const trialEnd = promised.trialEnd ?? (promised.trialDays ? now + promised.trialDays * DAY : null)
  const anchor = trialEnd ?? now
  const id = account.newId('sub')
  const end = trialEnd ?? periodEnd(anchor, now, recurring.interval, recurring.interval_count)
  const item: Subscription['items']['data'][number] = {
    id: account.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    quantity: promised.quantity,
    subscription: id,
    tax_rates: [],
  }
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: promised.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: promised.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: promised.missingPaymentMethod },
    },
    trial_start: trialEnd ? now : null,
  }
  account.state.subscriptions[id] = subscription
  const invoice = issueInvoice(account, subscription, 'subscription_create', trialEnd ? 'trial' : 'charged')
  tell(account, 'customer.subscription.created', subscription)
  return { subscription, invoice }
}

export function endSubscription(account: Account, subscription: Subscription, reason: string | null): Subscription {
  const now = account.now()
  subscription.status = 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  for (const invoice of openInvoices(account, subscription.id)) invoice.next_payment_attempt = null
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason
  tell(account, 'customer.subscription.deleted', subscription)
  return subscription
}

/** Has an invoice paid, and lets the subscription stand as its open invoices say. */
export function collectFor(account: Account, subscription: Subscription, invoice: Invoice): void {
  const outcome = collect(account, subscription, invoice)
  const lastTry = outcome === 'failed' && invoice.next_payment_attempt === null && methodOf(account, subscription)
  if (lastTry) return void endSubscription(account, subscription, 'payment_failed')
  if (subscription.status === 'trialing' || subscription.status === 'canceled') return
  change(account, subscription, () => {
    subscription.status = openInvoices(account, subscription.id).length > 0 ? 'past_due' : 'active'
  })
}

export function retry(account: Account, invoice: Invoice): void {
  const subscription = findSubscription(account, subscriptionOf(invoice) ?? '', 'subscription')
  collectFor(account, subscription, invoice)
}

/** The trial or the period is over: ends, pauses, or goes on with the next one and its invoice. */
export function turnPeriod(account: Account, subscription: Subscription): void {
  const now = account.now()
  const endOfTrial = subscription.status === 'trialing'
  if (subscription.cancel_at !== null && subscription.cancel_at <= now)
    return void endSubscription(account, subscription, 'cancellation_requested')
  const lacking = endOfTrial && methodOf(account, subscription) === null
  const behaviour = subscription.trial_settings?.end_behavior.missing_payment_method
  if (lacking && behaviour === 'cancel') return void endSubscription(account, subscription, null)
  if (lacking && behaviour === 'pause')
    change(account, subscription, () => {
      subscription.status = 'paused'
    })
  else beginPeriod(account, subscription, 'subscription_cycle', endOfTrial ? 'active' : subscription.status)
}

/** The next period begins now, and is charged. */
export function beginPeriod(
  account: Account,
  subscription: Subscription,
  reason: 'subscription_cycle' | 'subscription_update',
  status: Subscription['status'],
  first: () => void = () => {},
): void {
  const now = account.now()
  change(account, subscription, () => {
    first()
    for (const item of subscription.items.data) {
      const { interval = 'month', interval_count = 1 } = item.price.recurring ?? {}
      item.current_period_start = now
      item.current_period_end = periodEnd(subscription.billing_cycle_anchor, now, interval, interval_count)
    }
    subscription.status = status
  })
  collectFor(account, subscription, issueInvoice(account, subscription, reason))
}
