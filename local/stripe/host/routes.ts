import type { z } from 'zod'
import type { Account } from '../core/account.ts'
import * as checkout from '../core/checkout.ts'
import * as customers from '../core/customers.ts'
import * as events from '../core/events.ts'
import { expanded } from '../core/expand.ts'
import { noRoute } from '../core/fault.ts'
import * as invoices from '../core/invoices.ts'
import { type Form, take } from '../core/params.ts'
import * as methods from '../core/payment-methods.ts'
import * as portal from '../core/portal.ts'
import * as prices from '../core/prices.ts'
import * as products from '../core/products.ts'
import * as subscriptions from '../core/subscriptions.ts'

/** What is asked for, once it is known to be well asked. */
export type Act = (account: Account) => unknown
type Answer = (id: string, form: Form) => Act
type Route = { method: string; pattern: RegExp; answer: Answer }

const nothing = customers.noParams
/** Of a path, `:id` is what a command is given; what it answers is expanded as asked. */
function route<Schema extends z.ZodType<{ expand?: string[] }>>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  schema: Schema,
  act: (account: Account, id: string, asked: z.output<Schema>) => object,
): Route {
  const answer: Answer = (id, form) => {
    const asked = take(schema, form)
    return (account) => expanded(account, act(account, id, asked), asked.expand)
  }
  return { method, pattern: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`), answer }
}

const routes: Route[] = [
  route('POST', 'products', products.createProductParams, (a, _, p) => products.createProduct(a, p)),
  route('GET', 'products', products.listProductParams, (a, _, p) => products.listProducts(a, p)),
  route('GET', 'products/:id', nothing, (a, id) => products.retrieveProduct(a, id)),
  route('POST', 'products/:id', products.updateProductParams, products.updateProduct),
  route('POST', 'prices', prices.createPriceParams, (a, _, p) => prices.createPrice(a, p)),
  route('GET', 'prices', prices.listPriceParams, (a, _, p) => prices.listPrices(a, p)),
  route('GET', 'prices/:id', nothing, (a, id) => prices.retrievePrice(a, id)),
  route('POST', 'prices/:id', prices.updatePriceParams, prices.updatePrice),
  route('POST', 'customers', customers.createCustomerParams, (a, _, p) => customers.createCustomer(a, p)),
  route('GET', 'customers', customers.listCustomerParams, (a, _, p) => customers.listCustomers(a, p)),
  route('GET', 'customers/search', customers.searchCustomerParams, (a, _, p) => customers.searchCustomers(a, p)),
  route('GET', 'customers/:id', nothing, (a, id) => customers.retrieveCustomer(a, id)),
  route('POST', 'customers/:id', customers.updateCustomerParams, customers.updateCustomer),
  route('DELETE', 'customers/:id', nothing, (a, id) => customers.deleteCustomer(a, id)),
  route('GET', 'payment_methods', methods.listPaymentMethodParams, (a, _, p) => methods.listPaymentMethods(a, p)),
  route('GET', 'payment_methods/:id', nothing, (a, id) => methods.retrievePaymentMethod(a, id)),
  route('POST', 'checkout/sessions', checkout.createSessionParams, (a, _, p) => checkout.createSession(a, p)),
  route('GET', 'checkout/sessions', checkout.listSessionParams, (a, _, p) => checkout.listSessions(a, p)),
  route('GET', 'checkout/sessions/:id', nothing, (a, id) => checkout.retrieveSession(a, id)),
  route('POST', 'checkout/sessions/:id', checkout.updateSessionParams, checkout.updateSession),
  route('POST', 'checkout/sessions/:id/expire', nothing, (a, id) => checkout.expireSessionById(a, id)),
  route('GET', 'checkout/sessions/:id/line_items', checkout.listLineItemParams, checkout.listLineItems),
  route('POST', 'billing_portal/sessions', portal.createPortalSessionParams, (a, _, p) =>
    portal.createPortalSession(a, p),
  ),
  route('POST', 'billing_portal/configurations', portal.createConfigurationParams, (a, _, p) =>
    portal.createConfiguration(a, p),
  ),
  route('GET', 'billing_portal/configurations', portal.listConfigurationParams, (a, _, p) =>
    portal.listConfigurations(a, p),
  ),
  route('GET', 'billing_portal/configurations/:id', nothing, (a, id) => portal.retrieveConfiguration(a, id)),
  route('POST', 'billing_portal/configurations/:id', portal.updateConfigurationParams, portal.updateConfiguration),
  route('GET', 'subscriptions', subscriptions.listSubscriptionParams, (a, _, p) =>
    subscriptions.listSubscriptions(a, p),
  ),
  route('GET', 'subscriptions/:id', nothing, (a, id) => subscriptions.retrieveSubscription(a, id)),
  route('POST', 'subscriptions/:id', subscriptions.updateSubscriptionParams, subscriptions.updateSubscription),
  route('DELETE', 'subscriptions/:id', subscriptions.cancelSubscriptionParams, subscriptions.cancelSubscription),
  route('GET', 'subscription_items', subscriptions.listItemParams, (a, _, p) => subscriptions.listItems(a, p)),
  route('GET', 'subscription_items/:id', nothing, (a, id) => subscriptions.retrieveItem(a, id)),
  route('GET', 'invoices', invoices.listInvoiceParams, (a, _, p) => invoices.listInvoices(a, p)),
  route('GET', 'invoices/:id', nothing, (a, id) => invoices.retrieveInvoice(a, id)),
  route('GET', 'events', events.listEventParams, (a, _, p) => events.listEvents(a, p)),
  route('GET', 'events/:id', nothing, (a, id) => events.retrieveEvent(a, id)),
]

/** What a call is answered: whatever is not known here is an error, never a silent success. */
export function answer(method: string, path: string, form: Form): Act {
  for (const one of routes) {
    const match = one.method === method && path.match(one.pattern)
    if (match) return one.answer(decodeURIComponent(match[1] ?? ''), form)
  }
  throw noRoute(method, path)
}
