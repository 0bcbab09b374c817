import { z } from 'zod'
import { type Account, API_VERSION, find, listOf, newId, type State } from './account.ts'
import * as checkout from './checkout.ts'
import { Fault, invalid, noRoute, otherParameters, refused, serverError, unauthorized } from './fault.ts'
import { type Host, json, type Reply, type Request } from './host.ts'
import { type Form, flag, listParams, params, parseForm, parseParams, text } from './params.ts'
import * as prices from './prices.ts'
import * as subscriptions from './subscriptions.ts'

type Expanding = { expand?: string[] }
type Operation = (account: Account) => unknown
type Route = { method: string; pattern: RegExp; prepare: (form: Form, id: string) => Operation }

/** `:id` in the path is the last argument of `run`. */
function route<Schema extends z.ZodType<Expanding>>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  schema: Schema,
  run: (account: Account, input: z.output<Schema>, id: string) => object,
): Route {
  const pattern = new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`)
  const prepare = (form: Form, id: string): Operation => {
    const input = parseParams(schema, form)
    return (account) => expand(account, run(account, input, id), input.expand)
  }
  return { method, pattern, prepare }
}

const none = params({})
/** Returns a list, newest first. */
function page<T>(objects: Record<string, T>, { limit = 10 }: { limit?: number }, isWanted: (one: T) => boolean) {
  const wanted = Object.values(objects).filter(isWanted).toReversed()
  return { ...listOf(wanted.slice(0, limit), '/v1'), has_more: wanted.length > limit }
}

const routes: Route[] = [
  route('GET', 'products', listParams({ active: flag.optional() }), ({ state }, input) =>
    page(state.products, input, ({ active }) => active === (input.active ?? active)),
  ),
  route('GET', 'products/:id', none, ({ state }, _, id) => find(state.products, 'product', id)),
  route('POST', 'products', prices.createProductParams, prices.createProduct),
  route('POST', 'products/:id', prices.updateProductParams, prices.updateProduct),
  route('GET', 'prices', prices.listPriceParams, ({ state }, input) =>
    page(
      state.prices,
      input,
      ({ active, lookup_key: key }) =>
        active === (input.active ?? active) && (input.lookup_keys?.includes(key ?? '') ?? true),
    ),
  ),
  route('POST', 'prices', prices.createPriceParams, prices.createPrice),
  route('POST', 'prices/:id', prices.updatePriceParams, prices.updatePrice),
  route('POST', 'customers', checkout.createCustomerParams, (account, input) =>
    checkout.createCustomer(account, input),
  ),
  route('POST', 'checkout/sessions', checkout.createSessionParams, checkout.createSession),
  route('GET', 'checkout/sessions/:id', none, (account, _, id) => checkout.findSession(account, id)),
  route('POST', 'checkout/sessions/:id/expire', none, (account, _, id) =>
    checkout.expireSession(account, checkout.findSession(account, id)),
  ),
  route('POST', 'billing_portal/sessions', checkout.createPortalSessionParams, checkout.createPortalSession),
  route('GET', 'subscriptions', listParams({ customer: text, status: z.enum(['all']) }), ({ state }, input) => {
    find(state.customers, 'customer', input.customer, 'customer')
    return page(state.subscriptions, input, ({ customer }) => customer === input.customer)
  }),
  route('POST', 'subscriptions', checkout.createSubscriptionParams, checkout.createSubscription),
  route('GET', 'subscriptions/:id', none, (account, _, id) => subscriptions.findSubscription(account, id)),
  route('POST', 'subscriptions/:id', subscriptions.updateSubscriptionParams, subscriptions.updateSubscription),
  route('DELETE', 'subscriptions/:id', none, (account, _, id) => subscriptions.cancelSubscription(account, id)),
  route('GET', 'invoices', listParams({ customer: text, status: z.enum(['open']) }), ({ state }, input) =>
    page(state.invoices, input, ({ customer, status }) => customer === input.customer && status === 'open'),
  ),
  route('GET', 'events', listParams({}), ({ state }, input) => page(state.events, input, () => true)),
]

/** Replaces ids by their objects: the fields that the product and its tests expand, one level deep. */
function expand(account: Account, answer: object, fields: string[] = []): unknown {
  const { state } = account
  const session = (answer as { object?: string }).object === 'checkout.session' && (answer as State['sessions'][string])
  if (!session) {
    if (fields.length > 0) throw invalid('expand', `This property cannot be expanded (${fields[0]}).`)
    return answer
  }
  const expanded: Record<string, unknown> = { ...session }
  for (const field of fields) {
    if (field === 'line_items') expanded[field] = checkout.lineItemsOf(account, session)
    else if (field === 'customer') expanded[field] = state.customers[session.customer]
    else if (field === 'subscription') expanded[field] = state.subscriptions[session.subscription ?? ''] ?? null
    else throw invalid('expand', `This property cannot be expanded (${field}).`)
  }
  return expanded
}

/** An unknown path or parameter is an error, so that no call succeeds without effect. */
function prepare({ method, url, body }: Request): Operation {
  for (const one of routes) {
    const match = one.method === method && url.pathname.match(one.pattern)
    if (match) return one.prepare(parseForm(`${url.search.slice(1)}&${body}`), decodeURIComponent(match[1] ?? ''))
  }
  throw noRoute(method, url.pathname)
}

function replyOf(act: () => unknown): Reply {
  const headers = { 'request-id': newId('req') }
  try {
    return json(200, act(), headers)
  } catch (error) {
    if (error instanceof Fault) return json(error.status, { error: error.body }, headers)
    throw error
  }
}

/** Answers one call of the API: https://docs.stripe.com/api */
export function callApi(host: Host, request: Request): Reply {
  const { method, url, headers, body } = request
  const key = headers.get('idempotency-key')
  const stored = key === null ? undefined : host.answers.get(key)
  const identity = `${method} ${url.pathname} ${body}`
  let operation: Operation | undefined
  const refusal = replyOf(() => {
    if (headers.get('authorization') !== `Bearer ${host.secretKey}`) throw unauthorized()
    const version = headers.get('stripe-version') ?? API_VERSION
    if (version !== API_VERSION) throw refused(`Invalid Stripe API version: ${version}`)
    if (stored && stored.request !== identity) throw otherParameters(key ?? '')
    operation = prepare(request)
  })
  // A call that is refused here has not begun, so its key is still free.
  if (!operation) return refusal
  if (stored) return { ...stored.reply, headers: { ...stored.reply.headers, 'idempotent-replayed': 'true' } }
  const prepared = operation
  const failure = host.failures.findIndex(({ path, about }) => url.pathname === `/v1/${path}` && body.includes(about))
  const reply = replyOf(() => {
    if (failure < 0) return host.work(prepared)
    host.failures.splice(failure, 1)
    throw serverError()
  })
  if (key !== null) host.answers.set(key, { request: identity, reply })
  return reply
}
