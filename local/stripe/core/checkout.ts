import { z } from 'zod'
import { type Account, find, findCustomer, mergeMetadata, type Promised, tell } from './account.ts'
import { DAY } from './calendar.ts'
import { createCustomer } from './customers.ts'
import { declined, invalid, missing, refused } from './fault.ts'
import { subscriptionOf } from './invoices.ts'
import { listOf, page } from './listing.ts'
import { integer, list, listParams, metadata, object, params, text, webAddress } from './params.ts'
import { attachCard, type Card } from './payment-methods.ts'
import { sellablePrice } from './prices.ts'
import type { CheckoutSession, LineItem } from './stored.ts'
import { collectFor, startSubscription } from './subscription-life.ts'
import { trialSettings } from './subscriptions.ts'

/** What a Brazilian account offers where nothing else is said; only the card's page is played here. */
const OF_THE_ACCOUNT = ['card', 'boleto']
const SOONEST_EXPIRY = 30 * 60
export const createSessionParams = params({
  mode: z.enum(['subscription']),
  line_items: list(object({ price: text, quantity: integer.pipe(z.number().min(1)) })),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  currency: z.enum(['brl']).optional(),
  expires_at: integer.optional(),
  allowed_payment_method_types: list(z.enum(['card'])).optional(),
  locale: z.enum(['auto', 'pt-BR', 'pt']).optional(),
  metadata: metadata.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: object({
    description: text,
    metadata,
    trial_end: integer,
    trial_period_days: integer.pipe(z.number().min(1).max(730)),
    trial_settings: trialSettings,
  })
    .partial()
    .optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
})
export const listSessionParams = listParams({
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})
export const listLineItemParams = listParams({})
export const updateSessionParams = params({ metadata: metadata.optional() })

function promise(asked: z.output<typeof createSessionParams>, now: number): Promised {
  const [line, ...more] = asked.line_items
  if (!line) throw missing('line_items')
  if (more.length > 0) throw invalid('line_items', 'A subscription here is of one price.')
  const data = asked.subscription_data ?? {}
  const { trial_period_days: trialDays, trial_end: trialEnd, trial_settings: settings } = data
  if (trialDays !== undefined && trialEnd !== undefined)
    throw invalid('subscription_data[trial_end]', 'You may only specify one of trial_end and trial_period_days.')
  if (trialEnd !== undefined && trialEnd < now + 2 * DAY)
    throw invalid('subscription_data[trial_end]', 'The `trial_end` date has to be at least 2 days in the future.')
  if (settings && trialDays === undefined && trialEnd === undefined)
    throw invalid('subscription_data[trial_settings]', 'Trial settings need a trial.')
  return {
    ...line,
    trialDays,
    trialEnd,
    missingPaymentMethod: settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    metadata: mergeMetadata({}, data.metadata),
    description: data.description,
  }
}

export function createSession(account: Account, asked: z.output<typeof createSessionParams>): CheckoutSession {
  const now = account.now()
  const promised = promise(asked, now)
  const { price, amount } = sellablePrice(account, promised.price, 'line_items[0][price]')
  if (asked.customer && asked.customer_email)
    throw invalid('customer_email', 'You may only specify one of these parameters: customer, customer_email.')
  const customer = asked.customer ? findCustomer(account, asked.customer, 'customer') : null
  const expiry = asked.expires_at ?? now + DAY
  if (expiry < now + SOONEST_EXPIRY || expiry > now + DAY) {
    const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
    throw invalid('expires_at', message)
  }
  const id = account.newId('cs_test')
  const trial = promised.trialDays !== undefined || promised.trialEnd !== undefined
  const total = trial ? 0 : amount * promised.quantity
  const line: LineItem = {
    id: account.newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: account.state.products[price.product]?.name ?? null,
    metadata: {},
    price: structuredClone(price),
    quantity: promised.quantity,
  }
  const email = customer?.email ?? asked.customer_email ?? null
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: asked.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : 'always',
    customer_details: email === null ? null : detailsOf(email, customer?.name ?? null),
    customer_email: asked.customer_email ?? null,
    discounts: [],
    expires_at: expiry,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: listOf([line], `/v1/checkout/sessions/${id}/line_items`),
    livemode: false,
    locale: asked.locale ?? null,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, asked.metadata),
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: asked.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: asked.allowed_payment_method_types ?? OF_THE_ACCOUNT,
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: asked.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${account.pages}/c/pay/${id}`,
    wallet_options: null,
  }
  account.state.sessions[id] = session
  account.state.promised[id] = promised
  return session
}

const detailsOf = (email: string, name: string | null) => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})

const findSession = (account: Account, id: string) => find(account.state.sessions, 'checkout.session', id)
export const retrieveSession = findSession

export function listSessions(account: Account, asked: z.output<typeof listSessionParams>) {
  const { customer, subscription, status } = asked
  const all = Object.values(account.state.sessions).filter(
    (one) =>
      (!customer || one.customer === customer) &&
      (!subscription || one.subscription === subscription) &&
      (!status || one.status === status),
  )
  return page(all, '/v1/checkout/sessions', asked)
}

export function listLineItems(account: Account, id: string, asked: z.output<typeof listLineItemParams>) {
  const { line_items } = findSession(account, id)
  return page(line_items?.data ?? [], `/v1/checkout/sessions/${id}/line_items`, asked)
}

export function updateSession(account: Account, id: string, asked: z.output<typeof updateSessionParams>) {
  const session = findSession(account, id)
  session.metadata = mergeMetadata(session.metadata ?? {}, asked.metadata)
  return session
}

export function expireSession(account: Account, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
    throw refused(message)
  }
  session.status = 'expired'
  session.url = null
  tell(account, 'checkout.session.expired', session)
  return session
}
export const expireSessionById = (account: Account, id: string) => expireSession(account, findSession(account, id))

/** Whether this session can be gone through without a card: nothing is to be paid today, and none was asked for. */
export const mayWaitForCard = (session: CheckoutSession): boolean =>
  session.payment_method_collection === 'if_required' && session.amount_total === 0

/** What the hosted page does when its button is pressed: nobody is charged and nothing begins when the card is refused. */
export function completeSession(account: Account, id: string, email: string, card: Card | 'none'): CheckoutSession {
  const session = findSession(account, id)
  const promised = account.state.promised[id]
  if (session.status !== 'open' || !promised) throw refused(`This Checkout Session is ${session.status}.`)
  const dueToday = (session.amount_total ?? 0) > 0
  if (card === 'none' && !mayWaitForCard(session)) throw missing('payment_method')
  const fails = card === 'fails' || account.state.nextPayment[session.customer ?? ''] === 'decline'
  if (card === 'refused' || (dueToday && fails)) throw declined()
  const customer = session.customer
    ? findCustomer(account, session.customer, 'customer')
    : createCustomer(account, { email })
  const method = card === 'none' ? null : attachCard(account, customer.id, card).id
  const { subscription, invoice } = startSubscription(account, customer.id, promised, method)
  collectFor(account, subscription, invoice)
  Object.assign(session, {
    customer: customer.id,
    customer_details: detailsOf(customer.email ?? email, customer.name ?? null),
    invoice: invoice.id,
    payment_status: dueToday ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscriptionOf(invoice) ?? null,
    url: null,
  } satisfies Partial<CheckoutSession>)
  delete account.state.promised[id]
  tell(account, 'checkout.session.completed', session)
  return session
}
