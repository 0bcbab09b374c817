import { z } from 'zod'
import { type Account, find, findCustomer, mergeMetadata } from './account.ts'
import { invalid, noSuch } from './fault.ts'
import { page } from './listing.ts'
import { integer, list, listParams, metadata, object, params, text } from './params.ts'
import type { Customer } from './stored.ts'
import { endSubscription } from './subscription-life.ts'

const email = text.regex(/^[^@\s]+@[^@\s]+$/, 'Invalid email address')
const details = {
  email: email.optional(),
  name: text.optional(),
  phone: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  preferred_locales: list(text).optional(),
}
export const createCustomerParams = params(details)
export const updateCustomerParams = params({
  ...details,
  invoice_settings: object({ default_payment_method: text }).partial().optional(),
})
export const listCustomerParams = listParams({ email: text.optional() })
export const searchCustomerParams = params({
  query: text,
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  page: text.optional(),
})
export const noParams = params({})

export function createCustomer(account: Account, asked: z.output<typeof createCustomerParams>): Customer {
  const customer: Customer = {
    id: account.newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: asked.description ?? null,
    discount: null,
    email: asked.email ?? null,
    invoice_prefix: account.newId('').toUpperCase().slice(0, 8),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, asked.metadata),
    name: asked.name ?? null,
    next_invoice_sequence: 1,
    phone: asked.phone ?? null,
    preferred_locales: asked.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  account.state.customers[customer.id] = customer
  return customer
}

export function retrieveCustomer(account: Account, id: string) {
  const customer = Object.hasOwn(account.state.customers, id) ? account.state.customers[id] : undefined
  if (!customer) throw noSuch('customer', id)
  return customer
}

export function updateCustomer(account: Account, id: string, asked: z.output<typeof updateCustomerParams>): Customer {
  const customer = findCustomer(account, id)
  const method = asked.invoice_settings?.default_payment_method
  if (method) {
    const param = 'invoice_settings[default_payment_method]'
    const found = find(account.state.paymentMethods, 'PaymentMethod', method, param)
    if (found.customer !== id)
      throw invalid(param, `The customer does not have a payment method with the ID ${method}.`)
    customer.invoice_settings.default_payment_method = method
  }
  return Object.assign(customer, {
    email: asked.email ?? customer.email,
    name: asked.name ?? customer.name,
    phone: asked.phone ?? customer.phone,
    description: asked.description ?? customer.description,
    preferred_locales: asked.preferred_locales ?? customer.preferred_locales,
    metadata: mergeMetadata(customer.metadata, asked.metadata),
  })
}

/** With a customer go its subscriptions, at once. */
export function deleteCustomer(account: Account, id: string) {
  findCustomer(account, id)
  for (const subscription of Object.values(account.state.subscriptions))
    if (subscription.customer === id && subscription.status !== 'canceled')
      endSubscription(account, subscription, 'cancellation_requested')
  const gone = { id, object: 'customer', deleted: true } as const
  account.state.customers[id] = gone
  return gone
}

const standing = ({ state }: Account) =>
  Object.values(state.customers).filter((one): one is Customer => !('deleted' in one))

export function listCustomers(account: Account, asked: z.output<typeof listCustomerParams>) {
  return page(
    standing(account).filter((one) => !asked.email || one.email === asked.email),
    '/v1/customers',
    asked,
  )
}

/** Of Stripe's query language: `email:'…'` and `metadata['…']:'…'`, joined by AND. */
export function searchCustomers(account: Account, asked: z.output<typeof searchCustomerParams>) {
  const clauses = asked.query.split(/\s+AND\s+/i).map((clause) => {
    const found = clause.trim().match(/^(?:(email)|metadata\[(['"])(.+?)\2\]):(['"])(.*)\4$/)
    if (!found) throw invalid('query', `We were unable to parse your search query near: ${clause}`)
    const [, , , key, , value] = found
    return (one: Customer) => (key ? one.metadata[key] : one.email) === value
  })
  const data = standing(account)
    .filter((one) => clauses.every((holds) => holds(one)))
    .toReversed()
    .slice(0, asked.limit ?? 10)
  return { object: 'search_result' as const, data, has_more: false, next_page: null, url: '/v1/customers/search' }
}
