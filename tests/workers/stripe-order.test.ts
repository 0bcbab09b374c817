import { expect, test, vi } from 'vitest'
import {
  buy,
  control,
  customerOf,
  openCheckout,
  order,
  refusal,
  sandbox,
  sdk,
  subscribe,
  subscriptionOf,
} from './billing.ts'
import { fetchWorker, newDoctor } from './doctor.ts'

test.skipIf(sandbox)('a foreign subscription, made by hand at Stripe, excludes one of ours', async () => {
  const product = await sdk.products.create({ name: 'Acordo' })
  const price = await sdk.prices.create({
    product: product.id,
    currency: 'brl',
    unit_amount: 99_00,
    recurring: { interval: 'month' },
  })
  const [doctor, other] = [await newDoctor(), await newDoctor()]
  const { sessionId } = await openCheckout(doctor, 'pro_month')
  const { id: foreign } = await control.subscribe(String((await customerOf(doctor))?.customer_id), price.id)
  // The page that was open before is closed.
  for (const key of ['pro_month', 'clinica_year'])
    expect((await refusal(await buy(doctor, order(key)))).slice(0, 2)).toEqual([409, 'subscription_exists'])
  expect((await sdk.checkout.sessions.retrieve(sessionId)).status).toBe('expired')
  expect(await subscriptionOf(doctor)).toMatchObject({ plan: { id: 'free' }, subscription: null })
  await sdk.subscriptions.cancel(foreign)
  expect((await openCheckout(doctor, 'pro_month')).sessionId).not.toBe(sessionId)
  // Beside one of ours it is counted.
  const { customer, subscriptionId } = await subscribe(other, 'pro_month')
  await control.subscribe(customer, price.id)
  const look = await other.call('GET', `/api/stripe/subscription-status/${subscriptionId}`)
  expect(await look.json()).toMatchObject({ state: 'trial', subscription: { id: subscriptionId, others: 1 } })
})

test.skipIf(sandbox)(
  'after a price is replaced, checkouts sell the new one and an open page of the old one closes',
  async () => {
    const [before, after] = [await newDoctor(), await newDoctor()]
    const first = await openCheckout(before, 'clinica_year')
    const [old] = (await sdk.prices.list({ lookup_keys: ['clinica_year'], active: true })).data
    if (!old) throw new Error('no price')
    const fresh = await sdk.prices.create({
      product: String(old.product),
      currency: 'brl',
      unit_amount: old.unit_amount ?? 0,
      recurring: { interval: 'year' },
      lookup_key: 'clinica_year',
      transfer_lookup_key: true,
      metadata: old.metadata,
    })
    await sdk.prices.update(old.id, { active: false })
    const soldIn = async ({ sessionId }: { sessionId: string }) =>
      (await sdk.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] })).line_items?.data[0]?.price?.id
    expect(await soldIn(first)).toBe(old.id)
    expect(await soldIn(await openCheckout(after, 'clinica_year'))).toBe(fresh.id)
    expect(await soldIn(await openCheckout(before, 'clinica_year'))).toBe(fresh.id)
    expect((await sdk.checkout.sessions.retrieve(first.sessionId)).status).toBe('expired')
  },
)

test.skipIf(sandbox)('an error that Stripe repeats for a day blocks the order for a minute only', async () => {
  const doctor = await newDoctor()
  const failed = [502, 'checkout_failed', 'Erro ao criar sessão de checkout']
  const start = Math.ceil(Date.now() / 60_000) * 60_000
  const clock = vi.spyOn(Date, 'now')
  try {
    for (const [minute, path] of ['customers', 'checkout/sessions'].entries()) {
      clock.mockReturnValue(start + minute * 60_000)
      await control.fail(path, doctor.id)
      expect(await refusal(await buy(doctor, order('pro_month')))).toEqual(failed)
      // The same order in the same minute is the same to Stripe.
      expect(await refusal(await buy(doctor, order('pro_month')))).toEqual(failed)
    }
    clock.mockReturnValue(start + 2 * 60_000)
    await openCheckout(doctor, 'pro_month')
  } finally {
    clock.mockRestore()
  }
})

test('a program orders with a bearer token alone; a missing or unsigned token is refused', async () => {
  const doctor = await newDoctor()
  const session = doctor.cookie.split('; ').find((one) => one.includes('session_token='))
  const token = decodeURIComponent(session?.slice(session.indexOf('=') + 1) ?? '')
  const call = (method: string, path: string, authorization: string | null, body?: object) =>
    fetchWorker(path, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const [path, ordered] = ['/api/stripe/create-checkout-session', order('pro_month')]
  const opened = await call('POST', path, `Bearer ${token}`, ordered)
  expect(opened.status).toBe(200)
  const { sessionId } = await opened.json<{ sessionId: string }>()
  const look = (authorization: string | null) => call('GET', `/api/stripe/checkout-session/${sessionId}`, authorization)
  expect(await (await look(`Bearer ${token}`)).json()).toMatchObject({ status: 'open', planName: 'Pro' })
  const [unsigned = ''] = token.split('.')
  for (const bad of [unsigned, `${unsigned}.${btoa('forged')}`]) {
    expect((await refusal(await call('POST', path, `Bearer ${bad}`, ordered))).slice(0, 2)).toEqual([
      401,
      'not_signed_in',
    ])
    expect((await look(`Bearer ${bad}`)).status).toBe(401)
  }
  expect((await refusal(await call('POST', path, null, ordered))).slice(0, 2)).toEqual([403, 'foreign_origin'])
  expect((await look(null)).status).toBe(401)
})
