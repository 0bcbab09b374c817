import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { noSuch } from './fault.ts'

// Objects carry only the fields that the product and its tests read. The names and types are the SDK's, with ids in
// place of the other objects.
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
export type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'description' | 'metadata' | 'name'>
export type Price = Pick<Stripe.Price, 'id' | 'object' | 'active' | 'currency' | 'lookup_key' | 'metadata'> & {
  product: string
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>
  /** Centavos. */
  unit_amount: number
}
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'metadata' | 'preferred_locales'>
export type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_collection'
  | 'payment_method_types'
  | 'status'
  | 'success_url'
  | 'url'
> & { customer: string; subscription: string | null }
export type PortalSession = Pick<Stripe.BillingPortal.Session, 'id' | 'object' | 'return_url' | 'url'> & {
  customer: string
}
type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end' | 'quantity'
> & { price: Price }
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'created'
  | 'ended_at'
  | 'metadata'
  | 'status'
  | 'trial_end'
  | 'trial_start'
> & { customer: string; items: Omit<List<SubscriptionItem>, 'data'> & { data: [SubscriptionItem] } }
export type Invoice = Pick<
  Stripe.Invoice,
  'id' | 'object' | 'amount_due' | 'amount_remaining' | 'attempt_count' | 'created' | 'next_payment_attempt' | 'status'
> & { customer: string; parent: { subscription_details: { subscription: string } } }

type EventObjects = {
  'checkout.session.completed': CheckoutSession
  'checkout.session.expired': CheckoutSession
  'customer.subscription.created': Subscription
  'customer.subscription.updated': Subscription
  'customer.subscription.deleted': Subscription
  'invoice.paid': Invoice
  'invoice.payment_failed': Invoice
}
export type Event = Pick<Stripe.EventBase, 'id' | 'object' | 'api_version' | 'created' | 'pending_webhooks'> & {
  type: keyof EventObjects
  data: { object: EventObjects[keyof EventObjects] }
}
/** The subscription that a checkout starts once it is paid. */
export type Order = { price: Price; trialDays: number | undefined; metadata: Record<string, string> }
/** Test cards of Stripe's: the first pays, the second is accepted and fails when charged, the last is refused. */
export const cards = { pays: '4242', fails: '0341', refused: '0002' } as const
export type Card = keyof typeof cards

/** Everything in one Stripe account, as plain data that a file can hold. */
export type State = ReturnType<typeof emptyState>
export const emptyState = () => ({
  products: {} as Record<string, Product>,
  prices: {} as Record<string, Price>,
  customers: {} as Record<string, Customer>,
  sessions: {} as Record<string, CheckoutSession>,
  /** By checkout session. */
  orders: {} as Record<string, Order>,
  portalSessions: {} as Record<string, PortalSession>,
  subscriptions: {} as Record<string, Subscription>,
  invoices: {} as Record<string, Invoice>,
  events: {} as Record<string, Event>,
  /** By customer: the card that is charged. */
  cards: {} as Record<string, 'pays' | 'fails'>,
  /** Customers whose next payment is declined, with any card. */
  declines: {} as Record<string, true>,
})

/** The data, the time in whole seconds, and the address of the hosted pages. */
export type Account = { state: State; now: () => number; pages: string }

export const API_VERSION = '2026-10-28.endive'

/** The session's id is long: it is the only secret of its page. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(prefix === 'cs_test' ? 29 : 12).toString('hex')}`

export function emit<Type extends keyof EventObjects>(
  { state, now }: Account,
  type: Type,
  object: EventObjects[Type],
): void {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: now(),
    data: { object: structuredClone(object) },
    pending_webhooks: 1,
    type,
  }
  state.events[event.id] = event
}

export function find<T>(objects: Record<string, T>, what: string, id: string, param?: string): T {
  const found = Object.hasOwn(objects, id) ? objects[id] : undefined
  if (!found) throw noSuch(what, id, param)
  return found
}

export const listOf = <T>(data: T[], url: string): List<T> => ({ object: 'list', data, has_more: false, url })
