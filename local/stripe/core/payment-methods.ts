import type { z } from 'zod'
import { type Account, find, findCustomer, type Outcome } from './account.ts'
import { page } from './listing.ts'
import { listParams, text } from './params.ts'
import type { PaymentMethod } from './stored.ts'

/** Stripe's test cards of the same endings: one pays, one is taken and fails when charged, one is never taken. */
export const cards = {
  pays: { last4: '4242', brand: 'visa' },
  fails: { last4: '0341', brand: 'visa' },
  refused: { last4: '0002', brand: 'visa' },
} as const
export type Card = keyof typeof cards

export const listPaymentMethodParams = listParams({ customer: text, type: text.optional() })

/** Takes a card for a customer, and makes it the one that is charged. */
export function attachCard(account: Account, customerId: string, card: Exclude<Card, 'refused'>): PaymentMethod {
  const customer = findCustomer(account, customerId, 'customer')
  const { last4, brand } = cards[card]
  const method: PaymentMethod = {
    id: account.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: customer.email, name: customer.name ?? null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'BR',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(account.now() * 1_000).getUTCFullYear() + 4,
      fingerprint: account.newId('').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: customerId,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  account.state.paymentMethods[method.id] = method
  customer.invoice_settings.default_payment_method = method.id
  return method
}

export const retrievePaymentMethod = (account: Account, id: string) =>
  find(account.state.paymentMethods, 'PaymentMethod', id)

export function listPaymentMethods(account: Account, asked: z.output<typeof listPaymentMethodParams>) {
  findCustomer(account, asked.customer, 'customer')
  const all = Object.values(account.state.paymentMethods).filter(
    (one) => one.customer === asked.customer && (!asked.type || one.type === asked.type),
  )
  return page(all, '/v1/payment_methods', asked)
}

/** How a charge of this card ends now; a wish for the customer's next payment is used up by it. */
export function charge(account: Account, customerId: string, methodId: string): Outcome {
  const wished = account.state.nextPayment[customerId]
  delete account.state.nextPayment[customerId]
  if (wished) return wished
  const { card } = find(account.state.paymentMethods, 'PaymentMethod', methodId)
  return card?.last4 === cards.fails.last4 ? 'decline' : 'ok'
}
