import { noSuch } from './fault.ts'
import type {
  CheckoutSession,
  Customer,
  DeletedCustomer,
  Event,
  EventType,
  Invoice,
  ObjectOf,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Subscription,
} from './stored.ts'

/** What a subscription is to become once its checkout is through: said when the session is made, shown nowhere. */
export type Promised = {
  price: string
  quantity: number
  trialDays?: number
  trialEnd?: number
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  metadata: Record<string, string>
  description?: string
}
export type Outcome = 'ok' | 'decline'
/** What the next invoice says beside the period: a plan changed within one. */
type Proration = { description: string; amount: number }

/** All that one Stripe account knows: plain data, so that it can be written down. */
export type State = {
  /** Seconds that the clock was put forward. */
  ahead: number
  products: Record<string, Product>
  prices: Record<string, Price>
  customers: Record<string, Customer | DeletedCustomer>
  paymentMethods: Record<string, PaymentMethod>
  sessions: Record<string, CheckoutSession>
  promised: Record<string, Promised>
  portalSessions: Record<string, PortalSession>
  portalConfigurations: Record<string, PortalConfiguration>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  prorations: Record<string, Proration[]>
  events: Record<string, Event>
  /** How each customer's next payment ends, whatever the card says. */
  nextPayment: Record<string, Outcome>
}

export const emptyState = (): State => ({
  ahead: 0,
  products: {},
  prices: {},
  customers: {},
  paymentMethods: {},
  sessions: {},
  promised: {},
  portalSessions: {},
  portalConfigurations: {},
  subscriptions: {},
  invoices: {},
  prorations: {},
  events: {},
  nextPayment: {},
})

export const API_VERSION = '2026-10-28.endive'

/** What every command is given: the data, the time in whole seconds, new ids, and where its hosted pages are. */
export type Account = {
  state: State
  now: () => number
  newId: (prefix: string) => string
  pages: string
  /** The request that an event comes from; none when time alone made it. */
  request: { id: string; idempotency_key: string | null } | null
}

export function tell<Type extends EventType>(
  account: Account,
  type: Type,
  object: ObjectOf<Type>,
  before?: Partial<ObjectOf<Type>>,
): void {
  const id = account.newId('evt')
  const event = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: account.now(),
    data: structuredClone(before ? { object, previous_attributes: before } : { object }),
    livemode: false,
    pending_webhooks: 1,
    request: account.request ?? { id: null, idempotency_key: null },
    type,
  }
  account.state.events[id] = event as Event
}

export function find<T extends { id: string }>(
  from: Record<string, T>,
  what: string,
  id: string,
  param?: string,
): Exclude<T, { deleted: true }> {
  const found = Object.hasOwn(from, id) ? from[id] : undefined
  if (!found || 'deleted' in found) throw noSuch(what, id, param)
  return found as Exclude<T, { deleted: true }>
}
export const findPrice = (account: Account, id: string, param?: string) =>
  find(account.state.prices, 'price', id, param)
export const findCustomer = (account: Account, id: string, param?: string) =>
  find(account.state.customers, 'customer', id, param)
export const findSubscription = (account: Account, id: string, param?: string) =>
  find(account.state.subscriptions, 'subscription', id, param)

/** Those of before that are no more as they were: an event's previous_attributes. */
export function changed<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(before) as (keyof T)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, before[key]]),
  ) as Partial<T>
}

/** As Stripe merges it: an empty value takes its key away. */
export function mergeMetadata(known: Record<string, string>, given: Record<string, string> | '' | undefined) {
  if (given === '') return {}
  return Object.fromEntries(Object.entries({ ...known, ...given }).filter(([, value]) => value !== ''))
}
