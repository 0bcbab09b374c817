import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { plans } from '#domain/subscription/plans.ts'
import { officialSdk, openCheckout, priceOf, startStandIn } from './stand-in.ts'

const DAY = 86_400
const { stripe, url, control } = await startStandIn()

const newCustomer = async () => (await stripe.customers.create({ email: 'medica@relato.example' })).id
const read = (id: string) => stripe.subscriptions.retrieve(id)
async function subscribe(card: 'pays' | 'fails' | 'none') {
  const customer = await newCustomer()
  const session = await openCheckout(stripe, customer)
  const { subscription } = await control.checkout(session.id, card)
  return { customer, id: String(subscription), session: session.id }
}

test('an unknown path, parameter or object, another key and another version get an error in the shape of Stripe', async () => {
  await expect(stripe.refunds.create({ charge: 'ch_1' })).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.v2.core.events.retrieve('evt_1')).rejects.toMatchObject({ statusCode: 404 })
  const customer = await newCustomer()
  const open = (more: object) => openCheckout(stripe, customer, more)
  const price = (await priceOf(stripe, 'pro_month')).id
  const calls: [call: () => Promise<unknown>, code: string | undefined, param: string][] = [
    [() => stripe.customers.create({ colour: 'blue' } as object), 'parameter_unknown', 'colour'],
    [() => stripe.customers.create({ email: '' }), 'parameter_invalid_empty', 'email'],
    [() => open({ line_items: [{ price }] }), 'parameter_missing', 'line_items[0][quantity]'],
    [() => open({ line_items: [{ price, quantity: 1, size: 1 }] }), 'parameter_unknown', 'line_items[0][size]'],
    [() => open({ line_items: [{ price: 'price_x', quantity: 1 }] }), 'resource_missing', 'line_items[0][price]'],
    [() => open({ customer: 'cus_x' }), 'resource_missing', 'customer'],
    [() => open({ success_url: 'javascript:a' }), undefined, 'success_url'],
    [() => open({ mode: 'payment' }), undefined, 'mode'],
    [() => open({ payment_method_types: ['card'] }), 'parameter_unknown', 'payment_method_types'],
    [() => stripe.subscriptions.list({ customer: 'cus_x', status: 'all' }), 'resource_missing', 'customer'],
    [() => stripe.subscriptions.retrieve('sub_x'), 'resource_missing', 'id'],
  ]
  for (const [call, code, param] of calls)
    await expect(call()).rejects.toMatchObject({ type: 'StripeInvalidRequestError', code, param })
  await expect(officialSdk(url, 'sk_test_wrong').events.list()).rejects.toThrow(Stripe.errors.StripeAuthenticationError)
  const older = { apiVersion: '2020-08-27' }
  await expect(stripe.events.list({}, older)).rejects.toMatchObject({ statusCode: 400 })
  expect((await fetch(`${url}/_control/renew`, { method: 'POST' })).status).toBe(401)
})

test('one idempotency key has one effect and one answer', async () => {
  const key = (idempotencyKey: string) => ({ idempotencyKey })
  const body = { email: 'a@relato.example' }
  const first = await stripe.customers.create(body, key('one'))
  expect(await stripe.customers.create(body, key('one'))).toEqual(first)
  expect((await stripe.customers.create(body, key('two'))).id).not.toBe(first.id)
  await expect(stripe.customers.create({ email: 'b@relato.example' }, key('one'))).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  )
  // A refused call did nothing, and its key is free for a correct one.
  await expect(stripe.customers.create({ email: 'invalid' }, key('spoilt'))).rejects.toMatchObject({ statusCode: 400 })
  await stripe.customers.create(body, key('spoilt'))
  // A call that began and failed gets the same answer again, Stripe's own errors too.
  await control.fail('customers', 'relato.example')
  for (let times = 0; times < 2; times++)
    await expect(stripe.customers.create(body, key('begun'))).rejects.toMatchObject({ statusCode: 500 })
  await stripe.customers.create(body, key('another'))
  const { id } = await priceOf(stripe, 'pro_year')
  await stripe.prices.update(id, { active: false })
  const order: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer: first.id,
    line_items: [{ price: id, quantity: 1 }],
    success_url: 'http://localhost:5173/',
  }
  const sell = () => stripe.checkout.sessions.create(order, key('sale'))
  await expect(sell()).rejects.toMatchObject({ param: 'line_items[0][price]' })
  await stripe.prices.update(id, { active: true })
  await expect(sell()).rejects.toMatchObject({ param: 'line_items[0][price]' })
})

test('a trial without a card completes its checkout, and ends cancelled', async () => {
  const customer = await newCustomer()
  const session = await openCheckout(stripe, customer)
  expect(session).toMatchObject({ status: 'open', amount_total: 0, subscription: null })
  await control.checkout(session.id, 'none')
  const expand = ['line_items', 'subscription', 'customer']
  const complete = await stripe.checkout.sessions.retrieve(session.id, { expand })
  expect(complete).toMatchObject({ status: 'complete', url: null, customer: { email: 'medica@relato.example' } })
  const [line] = complete.line_items?.data ?? []
  expect(line?.price).toMatchObject({ lookup_key: 'pro_month', unit_amount: plans.pro.price.month })
  const subscription = complete.subscription as Stripe.Subscription
  expect(subscription).toMatchObject({ status: 'trialing', metadata: { doctor: 'doctor-1' } })
  expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(14 * DAY)
  expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
  await control.age(customer, 14 * DAY)
  const ended = await read(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.trial_end })
  const types = (await stripe.events.list({ limit: 4 })).data.toReversed().map(({ type }) => type)
  expect(types).toEqual([
    'customer.subscription.created',
    'invoice.paid',
    'checkout.session.completed',
    'customer.subscription.deleted',
  ])
  await expect(stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] })).rejects.toMatchObject({
    param: 'expand',
  })
})

test('a paid month follows a trial; a declined one is past due until a later attempt is paid, or the last one fails', async () => {
  const { id, customer } = await subscribe('pays')
  await control.age(customer, 14 * DAY)
  const active = await read(id)
  expect(active.status).toBe('active')
  expect(active.items.data[0]?.current_period_start).toBe(active.trial_end)
  await control.declineNext(customer)
  await control.renew(id)
  expect((await read(id)).status).toBe('past_due')
  const open = async () => (await stripe.invoices.list({ customer, status: 'open' })).data
  expect(await open()).toMatchObject([{ amount_remaining: plans.pro.price.month, attempt_count: 1 }])
  await control.age(customer, 3 * DAY)
  expect([(await read(id)).status, await open()]).toEqual(['active', []])

  const failing = await subscribe('fails')
  await control.age(failing.customer, 14 * DAY)
  expect((await read(failing.id)).status).toBe('past_due')
  await control.age(failing.customer, 15 * DAY)
  expect((await read(failing.id)).status).toBe('canceled')
})

test('a subscription cancelled for the end of its period continues until then, and can be resumed', async () => {
  const { id, customer } = await subscribe('pays')
  const cancelling = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(cancelling).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: cancelling.trial_end })
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await control.age(customer, 14 * DAY)
  expect((await read(id)).status).toBe('canceled')
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
    statusCode: 400,
  })
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('without a trial the first period is paid at once; a refused card starts nothing', async () => {
  const customer = await newCustomer()
  const session = await openCheckout(stripe, customer, { subscription_data: { metadata: {} } })
  expect(session.amount_total).toBe(plans.pro.price.month)
  for (const card of ['none', 'refused', 'fails'] as const)
    await expect(control.checkout(session.id, card)).rejects.toThrow(/checkout: 40[02]/)
  const list = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data
  expect(await list()).toEqual([])
  await control.checkout(session.id, 'pays')
  expect(await list()).toMatchObject([{ status: 'active', trial_end: null }])
  await expect(control.checkout(session.id, 'pays')).rejects.toThrow(/complete/)
})

test('a checkout session expires by a call or after a day', async () => {
  const customer = await newCustomer()
  const { id } = await openCheckout(stripe, customer)
  expect((await stripe.checkout.sessions.expire(id)).status).toBe('expired')
  await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })
  const abandoned = await openCheckout(stripe, customer)
  await control.age(customer, DAY)
  expect(await stripe.checkout.sessions.retrieve(abandoned.id)).toMatchObject({ status: 'expired', url: null })
})
