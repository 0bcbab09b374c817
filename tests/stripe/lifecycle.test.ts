import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { plans } from '#domain/subscription/plans.ts'
import { checkoutOf, priceOf, standIn } from './stand-in.ts'

const DAY = 86_400
const { stripe, control, receiver } = await standIn()

const newCustomer = () => stripe.customers.create({ email: 'medica@relato.example', metadata: { doctor: 'doctor-1' } })
const typesOf = (customer: string) =>
  receiver.received
    .map(({ event }) => event)
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer)
    .map(({ type }) => type)

async function subscribed(card: 'pays' | 'fails' | 'none', more?: Partial<Stripe.Checkout.SessionCreateParams>) {
  const customer = await newCustomer()
  const session = await checkoutOf(stripe, customer.id, more)
  const { subscription } = await control.checkout(session.id, card)
  if (!subscription) throw new Error('no subscription')
  return { customer: customer.id, id: subscription, session: session.id }
}
const read = (id: string) => stripe.subscriptions.retrieve(id)
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem

test('a trial without a card is through its checkout at once, and ends cancelled', async () => {
  const customer = await newCustomer()
  const session = await checkoutOf(stripe, customer.id)
  expect(session).toMatchObject({
    status: 'open',
    amount_total: 0,
    client_reference_id: 'doctor-1',
    subscription: null,
  })
  expect(session.url).toContain(session.id)
  await control.checkout(session.id, 'none')
  const through = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items.data.price.product', 'subscription.latest_invoice', 'customer'],
  })
  expect(through).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null })
  const subscription = through.subscription as Stripe.Subscription
  expect(subscription).toMatchObject({
    status: 'trialing',
    metadata: { doctor: 'doctor-1' },
    default_payment_method: null,
  })
  expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(14 * DAY)
  expect(itemOf(subscription).current_period_end).toBe(subscription.trial_end)
  expect(subscription.latest_invoice).toMatchObject({ status: 'paid', amount_paid: 0 })
  expect(through.customer).toMatchObject({ email: 'medica@relato.example' })
  const [line] = through.line_items?.data ?? []
  expect(line?.price?.unit_amount).toBe(plans.pro.price.month)
  expect(line?.price?.unit_amount_decimal?.toString()).toBe('19700')
  expect(line?.price?.product).toMatchObject({ name: 'Relato Pro' })

  await control.advance(14 * DAY)
  const ended = await read(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: subscription.trial_end })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
  const eventTypes = [
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.deleted',
    'invoice.paid',
  ]
  await receiver.until(() => typesOf(customer.id).length === eventTypes.length)
  expect(typesOf(customer.id).sort()).toEqual(eventTypes)
})

test('a trial with a card turns into months that are paid; a month that is not leaves it past due until it is', async () => {
  const { id, customer } = await subscribed('pays')
  const trial = await read(id)
  await control.advance(14 * DAY)
  const active = await read(id)
  expect(active.status).toBe('active')
  expect(itemOf(active).current_period_start).toBe(trial.trial_end)
  const [first] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
  expect(first).toMatchObject({
    status: 'paid',
    amount_paid: plans.pro.price.month,
    billing_reason: 'subscription_cycle',
  })
  expect(first?.parent?.subscription_details?.subscription).toBe(id)

  await control.nextPayment(customer, 'decline')
  await control.renew(id)
  const late = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(late.status).toBe('past_due')
  expect(late.latest_invoice).toMatchObject({ status: 'open', attempt_count: 1 })
  // The next attempt, days later, is paid.
  await control.advance(3 * DAY)
  expect((await read(id)).status).toBe('active')
  await receiver.until(() => typesOf(customer).includes('invoice.payment_failed'))
})

test('a card that is only taken fails when the trial ends, and after the last attempt the subscription ends', async () => {
  const { id } = await subscribed('fails')
  await control.advance(14 * DAY)
  expect((await read(id)).status).toBe('past_due')
  await control.advance(15 * DAY)
  expect(await read(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
})

test('cancelled at the end of its period it goes on until then, and can be taken up again', async () => {
  const { id } = await subscribed('pays')
  const cancelling = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(cancelling).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: cancelling.trial_end })
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await control.advance(14 * DAY)
  const over = await read(id)
  expect(over).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } })
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
    statusCode: 400,
  })
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('another price: in a trial at once and free, later with what is owed for it', async () => {
  const { id } = await subscribed('pays')
  const yearly = await priceOf(stripe, 'clinica_year')
  const before = await read(id)
  const moved = await stripe.subscriptions.update(id, { items: [{ id: itemOf(before).id, price: yearly.id }] })
  expect(itemOf(moved).price.lookup_key).toBe('clinica_year')
  expect(moved).toMatchObject({ status: 'trialing', trial_end: before.trial_end })
  await control.advance(14 * DAY)
  const year = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(year.latest_invoice).toMatchObject({ amount_paid: plans.clinica.price.year })
  const item = itemOf(year)
  expect(item.current_period_end - item.current_period_start).toBeGreaterThanOrEqual(365 * DAY)

  const cheaper = await priceOf(stripe, 'pro_year')
  const items = [{ id: item.id, price: cheaper.id }]
  const less = await stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
  expect(less.latest_invoice).toBe((year.latest_invoice as Stripe.Invoice).id)
  const back = [{ id: item.id, price: yearly.id }]
  const more = { items: back, proration_behavior: 'always_invoice', expand: ['latest_invoice'] } as const
  const charged = (await stripe.subscriptions.update(id, { ...more, items: back, expand: ['latest_invoice'] }))
    .latest_invoice as Stripe.Invoice
  expect(charged.billing_reason).toBe('subscription_update')
  expect(charged.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1])
  expect(charged.amount_paid).toBe(charged.lines.data.reduce((sum, { amount }) => sum + amount, 0))
})

test('without a trial the first period is paid at once; a refused card begins nothing', async () => {
  const customer = await newCustomer()
  const session = await checkoutOf(stripe, customer.id, { subscription_data: { metadata: {} } })
  expect(session.amount_total).toBe(plans.pro.price.month)
  for (const card of ['none', 'refused', 'fails'] as const)
    await expect(control.checkout(session.id, card)).rejects.toThrow(/checkout: 40[02]/)
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
  const through = await control.checkout(session.id, 'pays')
  expect(through).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect((await read(through.subscription ?? '')).status).toBe('active')
  await expect(control.checkout(session.id, 'pays')).rejects.toThrow(/complete/)
})

test('a session ends when told to, or by itself', async () => {
  const customer = await newCustomer()
  const checkout = await checkoutOf(stripe, customer.id)
  expect((await stripe.checkout.sessions.expire(checkout.id)).status).toBe('expired')
  await expect(stripe.checkout.sessions.expire(checkout.id)).rejects.toMatchObject({ statusCode: 400 })
  const abandoned = await checkoutOf(stripe, customer.id)
  await control.advance(DAY)
  expect(await stripe.checkout.sessions.retrieve(abandoned.id)).toMatchObject({ status: 'expired', url: null })
  await receiver.until(() => typesOf(customer.id).length === 2)
  expect(typesOf(customer.id)).toEqual(['checkout.session.expired', 'checkout.session.expired'])
})
