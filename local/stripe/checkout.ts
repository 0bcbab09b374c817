import { z } from 'zod'
import {
  type Account,
  type Card,
  type CheckoutSession,
  emit,
  find,
  listOf,
  newId,
  type Subscription,
} from './account.ts'
import { declined, invalid, refused } from './fault.ts'
import { integer, list, metadata, object, params, text, webAddress } from './params.ts'
import { findActivePrice } from './prices.ts'
import { DAY, startSubscription } from './subscriptions.ts'

/** The page accepts cards alone; a Brazilian account offers more unless the call says otherwise. */
const ACCOUNT_METHODS = ['card', 'boleto']
export const createCustomerParams = params({
  email: z.email(),
  metadata: metadata.optional(),
  preferred_locales: list(text).optional(),
})
const behavior = object({ missing_payment_method: z.enum(['cancel']) })
export const createSessionParams = params({
  mode: z.enum(['subscription']),
  customer: text,
  line_items: list(object({ price: text, quantity: z.enum(['1']) })),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.optional(),
  allowed_payment_method_types: list(z.enum(['card'])).optional(),
  locale: z.enum(['pt-BR']).optional(),
  metadata: metadata.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: object({
    metadata: metadata.optional(),
    trial_period_days: integer.optional(),
    trial_settings: object({ end_behavior: behavior }).optional(),
  }).optional(),
})
export const createSubscriptionParams = params({
  customer: text,
  items: list(object({ price: text })),
  metadata: metadata.optional(),
  trial_period_days: integer,
  trial_settings: object({ end_behavior: behavior }),
})
export const createPortalSessionParams = params({
  customer: text,
  return_url: webAddress.optional(),
  locale: z.enum(['pt-BR']).optional(),
})

export function createCustomer({ state }: Account, input: z.output<typeof createCustomerParams>, id = newId('cus')) {
  const { email, metadata = {}, preferred_locales = [] } = input
  state.customers[id] = { id, object: 'customer', email, metadata, preferred_locales }
  return state.customers[id]
}

export function createSession(account: Account, input: z.output<typeof createSessionParams>): CheckoutSession {
  const { state, pages } = account
  const [line, ...more] = input.line_items
  if (!line || more.length > 0) throw invalid('line_items', 'The stand-in sells one price at a time.')
  const price = findActivePrice(account, line.price, 'line_items[0][price]')
  const customer = find(state.customers, 'customer', input.customer, 'customer')
  const { trial_period_days: trialDays, trial_settings, metadata = {} } = input.subscription_data ?? {}
  if ((trialDays === undefined) !== (trial_settings === undefined))
    throw invalid('subscription_data[trial_settings]', 'The stand-in ends every trial without a card by `cancel`.')
  const id = newId('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    amount_total: trialDays === undefined ? price.unit_amount : 0,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    customer: customer.id,
    expires_at: account.now() + DAY,
    locale: input.locale ?? null,
    metadata: input.metadata ?? {},
    mode: input.mode,
    payment_method_collection: input.payment_method_collection ?? 'always',
    payment_method_types: input.allowed_payment_method_types ?? ACCOUNT_METHODS,
    status: 'open',
    subscription: null,
    success_url: input.success_url,
    url: `${pages}/c/pay/${id}`,
  }
  state.sessions[id] = session
  state.orders[id] = { price: structuredClone(price), trialDays, metadata }
  return session
}

/** Only with a trial: without one, Stripe would charge a card that the customer does not have. */
export function createSubscription(account: Account, input: z.output<typeof createSubscriptionParams>): Subscription {
  const [item, ...more] = input.items
  if (!item || more.length > 0) throw invalid('items', 'The stand-in sells one price at a time.')
  const price = structuredClone(findActivePrice(account, item.price, 'items[0][price]'))
  const customer = find(account.state.customers, 'customer', input.customer, 'customer')
  const { metadata = {}, trial_period_days: trialDays } = input
  return startSubscription(account, customer.id, { price, trialDays, metadata })
}

export const findSession = ({ state }: Account, id: string) => find(state.sessions, 'checkout.session', id)

export function lineItemsOf({ state }: Account, session: CheckoutSession) {
  const { price } = find(state.orders, 'order', session.id)
  const item = { id: session.id.replace('cs_test', 'li'), object: 'item', price, quantity: 1 }
  return listOf([item], `/v1/checkout/sessions/${session.id}/line_items`)
}

export function expireSession(account: Account, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') throw refused(`Only open Checkout Sessions can expire. This one is ${session.status}.`)
  session.status = 'expired'
  session.url = null
  emit(account, 'checkout.session.expired', session)
  return session
}

export const needsNoCard = (session: CheckoutSession): boolean =>
  session.payment_method_collection === 'if_required' && session.amount_total === 0

/** Does what the button of the hosted page does. A refused card charges nothing and starts nothing. */
export function completeSession(account: Account, id: string, card: Card | 'none'): CheckoutSession {
  const session = findSession(account, id)
  const { customer } = session
  if (session.status !== 'open') throw refused(`This Checkout Session is ${session.status}.`)
  if (card === 'none' && !needsNoCard(session)) throw invalid('payment_method', 'Missing required param.')
  if (card === 'refused' || (card === 'fails' && session.amount_total !== 0)) throw declined()
  if (card !== 'none') account.state.cards[customer] = card
  const subscription = startSubscription(account, customer, find(account.state.orders, 'order', id))
  session.status = 'complete'
  session.subscription = subscription.id
  session.url = null
  emit(account, 'checkout.session.completed', session)
  return session
}

export function createPortalSession({ state, pages }: Account, input: z.output<typeof createPortalSessionParams>) {
  const customer = find(state.customers, 'customer', input.customer, 'customer')
  const id = newId('bps')
  state.portalSessions[id] = {
    id,
    object: 'billing_portal.session',
    customer: customer.id,
    return_url: input.return_url ?? null,
    url: `${pages}/p/session/${id}`,
  }
  return state.portalSessions[id]
}
