import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { checkoutOf, officialSdk, priceOf, SECRET_KEY, standIn } from './stand-in.ts'

const { stripe, url, control } = await standIn()

async function call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    body,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, error: JSON.parse(text).error }
}

test('what is not known here is an error in the shape of Stripe, never a silent success', async () => {
  for (const [method, path] of [
    ['GET', '/v1/refunds'],
    ['POST', '/v1/subscriptions'],
    ['DELETE', '/v1/products/prod_x'],
    ['GET', '/v1/checkout/sessions/cs_test_x/line_items/more'],
    ['POST', '/v2/core/events'],
  ] as const) {
    const { status, error } = await call(method, path)
    expect([path, status, error.type]).toEqual([path, 404, 'invalid_request_error'])
    expect(error.message).toContain(`(${method}: ${path})`)
  }
  await expect(stripe.refunds.create({ charge: 'ch_1' })).rejects.toThrow(Stripe.errors.StripeInvalidRequestError)

  const customer = (await stripe.customers.create({})).id
  const price = (await priceOf(stripe, 'pro_month')).id
  const session = (rest: string) =>
    `mode=subscription&success_url=http://a.example&line_items[0][price]=${price}${rest}`
  const faulty: [path: string, body: string, code: string | undefined, param: string][] = [
    ['customers', 'colour=blue', 'parameter_unknown', 'colour'],
    ['customers', 'email=', 'parameter_invalid_empty', 'email'],
    ['customers', 'email=nobody', undefined, 'email'],
    ['checkout/sessions', 'mode=subscription&success_url=http://a.example', 'parameter_missing', 'line_items'],
    ['checkout/sessions', session(''), 'parameter_missing', 'line_items[0][quantity]'],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=two'),
      'parameter_invalid_integer',
      'line_items[0][quantity]',
    ],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1&line_items[0][size]=1'),
      'parameter_unknown',
      'line_items[0][size]',
    ],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1&subscription_data[trial_settings][end_behavior][missing_payment_method]=beg'),
      undefined,
      'subscription_data[trial_settings][end_behavior][missing_payment_method]',
    ],
    ['checkout/sessions', session('&line_items[0][quantity]=1&customer=cus_nobody'), 'resource_missing', 'customer'],
    ['checkout/sessions', session('&line_items[0][quantity]=1&expires_at=1'), undefined, 'expires_at'],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1').replace('http://a', 'javascript:a'),
      'url_invalid',
      'success_url',
    ],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1').replace(price, 'price_none'),
      'resource_missing',
      'line_items[0][price]',
    ],
    ['checkout/sessions', session('&line_items[0][quantity]=1').replace('subscription', 'payment'), undefined, 'mode'],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1&payment_method_types[0]=card'),
      'parameter_unknown',
      'payment_method_types',
    ],
    [
      'checkout/sessions',
      session('&line_items[0][quantity]=1&allowed_payment_method_types[0]=boleto'),
      undefined,
      'allowed_payment_method_types[0]',
    ],
    [
      'billing_portal/sessions',
      `customer=${customer}&flow_data[type]=subscription_cancel`,
      'parameter_unknown',
      'flow_data',
    ],
  ]
  for (const [path, body, code, param] of faulty) {
    const { status, error } = await call('POST', `/v1/${path}`, body)
    expect([body, status, error]).toMatchObject([body, 400, { type: 'invalid_request_error', param }])
    expect([body, error.code]).toEqual([body, code])
  }
  await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect((await call('GET', '/v1/prices?colour=blue')).error).toMatchObject({ param: 'colour' })
  expect((await stripe.checkout.sessions.list({})).data).toEqual([])
})

test('another key, another version and another encoding are refused', async () => {
  await expect(officialSdk(url, 'sk_test_wrong').customers.list()).rejects.toThrow(
    Stripe.errors.StripeAuthenticationError,
  )
  expect((await call('GET', '/v1/customers', undefined, { authorization: '' })).status).toBe(401)
  expect((await call('GET', '/v1/customers', undefined, { 'stripe-version': '2020-08-27' })).status).toBe(400)
  expect((await call('POST', '/v1/customers', '{}', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await fetch(`${url}/_control/webhooks`)).status).toBe(401)
})

test('one key does one thing once', async () => {
  const key = { idempotencyKey: 'doctor-1-customer' }
  const first = await stripe.customers.create({ email: 'a@relato.example' }, key)
  expect(await stripe.customers.create({ email: 'a@relato.example' }, key)).toEqual(first)
  const raw = { 'idempotency-key': 'by-hand' }
  const [made, again] = [
    await call('POST', '/v1/customers', 'name=A', raw),
    await call('POST', '/v1/customers', 'name=A', raw),
  ]
  expect([made.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  expect(again.headers.get('original-request')).toBe(made.headers.get('request-id'))
  expect(again.text).toBe(made.text)
  await expect(stripe.customers.create({ email: 'b@relato.example' }, key)).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  )
  // A refused request did nothing, and its key is free for a correct one.
  const spoilt = { idempotencyKey: 'spoilt' }
  await expect(stripe.customers.create({ email: 'nobody' }, spoilt)).rejects.toMatchObject({ statusCode: 400 })
  await stripe.customers.create({ email: 'c@relato.example' }, spoilt)
  const { data } = await stripe.customers.list({ email: 'a@relato.example' })
  expect(data).toHaveLength(1)
  // A request that began and failed gets the same answer again, Stripe's own errors too; another key is another
  // try.
  const body = { email: 'd@relato.example' }
  await control.fail('customers', 'relato.example')
  for (let times = 0; times < 2; times++)
    await expect(stripe.customers.create(body, { idempotencyKey: 'begun' })).rejects.toMatchObject({ statusCode: 500 })
  await stripe.customers.create(body, { idempotencyKey: 'another' })
  const { id } = await priceOf(stripe, 'pro_month')
  await stripe.prices.update(id, { active: false })
  const line_items = `mode=subscription&success_url=http://a.example&line_items[0][price]=${id}&line_items[0][quantity]=1`
  const sell = () => call('POST', '/v1/checkout/sessions', line_items, { 'idempotency-key': 'sale' })
  expect((await sell()).error).toMatchObject({ param: 'line_items[0][price]' })
  await stripe.prices.update(id, { active: true })
  expect((await sell()).error).toMatchObject({ param: 'line_items[0][price]' })
})

test('lists come in pages, newest first, and a search finds by metadata', async () => {
  const made: string[] = []
  for (let n = 0; n < 5; n++)
    made.push((await stripe.customers.create({ email: 'many@relato.example', metadata: { n: String(n) } })).id)
  const newest = made.toReversed()
  const page = await stripe.customers.list({ email: 'many@relato.example', limit: 2 })
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([newest.slice(0, 2), true])
  const rest = await stripe.customers.list({ email: 'many@relato.example', limit: 3, starting_after: newest[1] })
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([newest.slice(2), false])
  const before = await stripe.customers.list({ email: 'many@relato.example', limit: 2, ending_before: newest[3] })
  expect(before.data.map(({ id }) => id)).toEqual(newest.slice(1, 3))
  const all = await stripe.customers.list({ email: 'many@relato.example', limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(newest)
  const { data } = await stripe.customers.search({ query: `metadata['n']:'3' AND email:'many@relato.example'` })
  expect(data.map(({ id }) => id)).toEqual([made[3]])
  await expect(stripe.customers.search({ query: 'everything' })).rejects.toMatchObject({ param: 'query' })
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
})

test('only what is an object of its own can be expanded, four levels deep', async () => {
  const { id } = await stripe.customers.create({ email: 'd@relato.example' })
  const session = await checkoutOf(stripe, id)
  for (const path of [
    'status',
    'nothing',
    'customer.email',
    'customer.subscriptions.data.items.data.price.product.name',
  ])
    await expect(stripe.checkout.sessions.retrieve(session.id, { expand: [path] })).rejects.toMatchObject({
      param: 'expand',
    })
  const plain = await stripe.checkout.sessions.retrieve(session.id)
  expect([typeof plain.customer, plain.line_items]).toEqual(['string', undefined])
  const list = await stripe.checkout.sessions.list({ customer: id, expand: ['data.customer', 'data.line_items'] })
  expect(list.data[0]).toMatchObject({ customer: { id }, line_items: { data: [{ quantity: 1 }] } })
})

test('a catalogue is put in twice and is there once', async () => {
  const product = await stripe.products.create({ name: 'Relato Novo', metadata: { plan: 'novo' } })
  const price = {
    currency: 'brl',
    product: product.id,
    recurring: { interval: 'month' },
    lookup_key: 'novo_month',
  } as const
  const first = await stripe.prices.create({ ...price, unit_amount: 100 })
  await expect(stripe.prices.create({ ...price, unit_amount: 200 })).rejects.toMatchObject({ param: 'lookup_key' })
  const second = await stripe.prices.create({ ...price, unit_amount: 200, transfer_lookup_key: true })
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  expect((await priceOf(stripe, 'novo_month')).id).toBe(second.id)
  await stripe.prices.update(first.id, { active: false })
  expect((await stripe.products.update(product.id, { name: 'Relato Novíssimo' })).name).toBe('Relato Novíssimo')
  const { id } = await stripe.customers.create({})
  const sold = { line_items: [{ price: first.id, quantity: 1 }] }
  await expect(checkoutOf(stripe, id, sold)).rejects.toMatchObject({ param: 'line_items[0][price]' })
})
