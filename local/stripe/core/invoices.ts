import { z } from 'zod'
import { type Account, find, findCustomer, tell } from './account.ts'
import { DAY } from './calendar.ts'
import { listOf, page } from './listing.ts'
import { listParams, text } from './params.ts'
import { charge } from './payment-methods.ts'
import type { Invoice, InvoiceLine, Subscription } from './stored.ts'

export const listInvoiceParams = listParams({
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})
/** A payment that failed is tried again so many days later, each time; after that the subscription ends. */
const RETRY_DAYS = [3, 5, 7]

export type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'
type Line = { description: string; amount: number; proration: boolean }

export const subscriptionOf = (invoice: Invoice): string | undefined =>
  invoice.parent?.subscription_details?.subscription

export const retrieveInvoice = (account: Account, id: string) => find(account.state.invoices, 'invoice', id)

export function listInvoices(account: Account, asked: z.output<typeof listInvoiceParams>) {
  const { customer, subscription, status } = asked
  const all = Object.values(account.state.invoices).filter(
    (one) =>
      (!customer || one.customer === customer) &&
      (!subscription || subscriptionOf(one) === subscription) &&
      (!status || one.status === status),
  )
  return page(all, '/v1/invoices', asked)
}

function lineOf(account: Account, subscription: Subscription, invoice: string, line: Line): InvoiceLine {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  }
}

/** An invoice that is final and not yet paid: what changed within the last period, and what this one costs. */
export function issueInvoice(
  account: Account,
  subscription: Subscription,
  reason: Reason,
  period: 'charged' | 'trial' | 'charged before' = 'charged',
): Invoice {
  const customer = findCustomer(account, subscription.customer, 'customer')
  const now = account.now()
  const id = account.newId('in')
  const { products } = account.state
  const prorations = account.state.prorations[subscription.id] ?? []
  delete account.state.prorations[subscription.id]
  const items = period === 'charged before' ? [] : subscription.items.data
  const periods = items.map(({ price, quantity = 1 }) => {
    const name = products[price.product]?.name ?? price.product
    return period === 'trial'
      ? { description: `Período de teste: ${name}`, amount: 0, proration: false }
      : { description: `${quantity} × ${name}`, amount: (price.unit_amount ?? 0) * quantity, proration: false }
  })
  const lines = [...prorations.map((one) => ({ ...one, proration: true })), ...periods].map((line) =>
    lineOf(account, subscription, id, line),
  )
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const starting = customer.balance
  const due = Math.max(0, total + starting)
  const ending = total + starting - due
  customer.balance = ending
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  const [item] = subscription.items.data
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'BR',
    account_name: 'Relato',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: ending,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: item?.current_period_start ?? now,
    period_start: subscription.start_date,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: starting,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  account.state.invoices[id] = invoice
  subscription.latest_invoice = id
  return invoice
}

export const methodOf = (account: Account, subscription: Subscription): string | null =>
  subscription.default_payment_method ??
  findCustomer(account, subscription.customer, 'customer').invoice_settings.default_payment_method

/** Tries to have an open invoice paid, and says how that went. */
export function collect(account: Account, subscription: Subscription, invoice: Invoice): 'paid' | 'failed' {
  const customer = findCustomer(account, subscription.customer, 'customer')
  const method = methodOf(account, subscription)
  const paid = invoice.amount_due === 0 || (method !== null && charge(account, customer.id, method) === 'ok')
  invoice.attempted = true
  if (invoice.amount_due > 0) invoice.attempt_count++
  if (paid) {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.amount_remaining = 0
    invoice.next_payment_attempt = null
    invoice.status_transitions.paid_at = account.now()
    customer.delinquent = false
    tell(account, 'invoice.paid', invoice)
    return 'paid'
  }
  const wait = RETRY_DAYS[invoice.attempt_count - 1]
  invoice.next_payment_attempt = wait ? account.now() + wait * DAY : null
  customer.delinquent = true
  tell(account, 'invoice.payment_failed', invoice)
  return 'failed'
}

export const openInvoices = (account: Account, subscriptionId: string): Invoice[] =>
  Object.values(account.state.invoices).filter((one) => one.status === 'open' && subscriptionOf(one) === subscriptionId)
