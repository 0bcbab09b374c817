import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { listUnfetchedCustomers } from '#db/queries/subscription-payment.ts'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import {
  askStatus,
  buy,
  callWith,
  cancel,
  control,
  customerOf,
  openCheckout,
  order,
  planMails,
  refusal,
  ring,
  rowOf,
  sandbox,
  sdk,
  subscribe,
  subscriptionOf,
  writeSubscription,
} from './billing.ts'
import { insert, newConsultation, newPatient } from './clinic.ts'
import { fetchWorker, jobsAreDone, newDoctor, refusalOf } from './doctor.ts'
import { execute } from './sql.ts'

test.skipIf(sandbox)(
  'a failed payment gives Free and excludes a second subscription; cancelled, it ends at once and is not tried again',
  async () => {
    const doctor = await newDoctor()
    const { subscriptionId, customer } = await subscribe(doctor, 'pro_month')
    await control.renew(subscriptionId)
    await control.declineNext(customer)
    await control.renew(subscriptionId)
    const unpaid = { plan: { id: 'free' }, state: 'past_due', subscription: { live: true }, usage: { limit: 5 } }
    expect(await (await askStatus(doctor, subscriptionId)).json()).toMatchObject(unpaid)
    expect((await buy(doctor, order('pro_month'))).status).toBe(409)
    const answer = await cancel(doctor, subscriptionId)
    expect(await answer.json()).toMatchObject({
      plan: { id: 'free' },
      state: 'cancelled',
      subscription: { id: subscriptionId, status: 'canceled', live: false },
    })
    const [open] = (await sdk.invoices.list({ customer, status: 'open' })).data
    expect(open).toMatchObject({ amount_remaining: 197_00, next_payment_attempt: null })
    expect((await cancel(doctor, subscriptionId)).status).toBe(404)
  },
)

test.skipIf(sandbox)('cancelling reads the status from Stripe, so a recent payment is not lost', async () => {
  const doctor = await newDoctor()
  const { subscriptionId } = await subscribe(doctor, 'pro_month')
  await execute("UPDATE user_subscriptions SET status = 'past_due' WHERE user_id = ?", doctor.id)
  expect(await (await cancel(doctor, subscriptionId)).json()).toMatchObject({
    plan: { id: 'pro' },
    state: 'cancelling',
  })
})

test.skipIf(sandbox)(
  'a cancellation counts by its own answer when the full read fails, until a job syncs',
  async () => {
    const doctor = await newDoctor()
    const { subscriptionId } = await subscribe(doctor, 'pro_month')
    const real = globalThis.fetch
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      if (pathname !== '/v1/subscriptions') return real(input, init)
      const down = { error: { type: 'api_error', message: 'down' } }
      return Response.json(down, { status: 500, headers: { 'stripe-should-retry': 'false' } })
    })
    const waiting: unknown[] = []
    const queue = { send: async (message: unknown) => void waiting.push(message) } as unknown as Queue
    const path = '/api/stripe/cancel-subscription'
    const answer = await callWith({ BILLING_QUEUE: queue }, doctor, 'POST', path, { subscriptionId })
    fetched.mockRestore()
    expect([answer.status, await answer.json<SubscriptionInfo>()]).toMatchObject([
      200,
      { plan: { id: 'pro' }, state: 'cancelling', cancelAtPeriodEnd: true },
    ])
    expect(await rowOf(doctor)).toMatchObject({ cancel_at_period_end: 1, ends_at: expect.any(Number) })
    expect(waiting).toHaveLength(1)
    expect(await customerOf(doctor)).toMatchObject({ asked_at: expect.any(Number) })
  },
)

/** Stripe has turned a trial into a paid month, and no webhook arrived. */
async function paidUnheard() {
  const doctor = await newDoctor()
  const { subscriptionId } = await subscribe(doctor, 'pro_month')
  await control.renew(subscriptionId)
  const forget = () =>
    execute(
      `UPDATE user_subscriptions SET status = 'trialing', trial_end = unixepoch() - 1, current_period_end = unixepoch() - 1
        WHERE user_id = ?`,
      doctor.id,
    )
  await forget()
  return { doctor, forget }
}

test.skipIf(sandbox)(
  '[E11] keeps the plan of a doctor with a card between the end of the trial and the webhook',
  async () => {
    const { doctor, forget } = await paidUnheard()
    const patient = await newPatient(doctor)
    const ids = []
    for (let n = 0; n < 5; n++) ids.push(await newConsultation(doctor, patient, { start_time: Date.now() }))
    const start = async (change: Partial<typeof env> = {}) => {
      const answer = await callWith(change, doctor, 'POST', '/api/consultations', { patientId: patient })
      return [answer.status, (await answer.json<{ code?: string }>()).code]
    }
    // Stripe is unreachable, so the stored subscription decides.
    expect(await start({ STRIPE_API_URL: 'http://127.0.0.1:9' })).toEqual([402, 'quota_reached'])
    expect(await start()).toEqual([201, undefined])
    expect(await rowOf(doctor)).toMatchObject({ status: 'active' })
    await forget()
    const body = { consultation_id: ids[0], specialty: 'cardiology' }
    expect([200, 202]).toContain((await doctor.call('POST', '/api/v1/transcription/structure', body)).status)

    const { doctor: another } = await paidUnheard()
    expect(await subscriptionOf(another)).toMatchObject({
      plan: { id: 'pro' },
      state: 'active',
      usage: { limit: null },
    })
  },
)

test.skipIf(sandbox)(
  'settings and mail show the price that the doctor subscribed to, also after it changed',
  async () => {
    const doctor = await newDoctor()
    await openCheckout(doctor, 'clinica_month')
    const customer = String((await customerOf(doctor))?.customer_id)
    const [current] = (await sdk.prices.list({ lookup_keys: ['pro_month'] })).data
    const old = await sdk.prices.create({
      product: String(current?.product),
      currency: 'brl',
      unit_amount: 147_00,
      recurring: { interval: 'month' },
      metadata: { key: 'pro_month' },
    })
    const { id } = await control.subscribe(customer, old.id)
    const event = {
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'customer.subscription.created',
      created: 1,
    }
    expect(await ring({ ...event, data: { object: { id, object: 'subscription', customer } } })).toBe(200)
    await jobsAreDone(doctor)
    expect(await subscriptionOf(doctor)).toMatchObject({
      plan: { id: 'pro' },
      subscription: { id, interval: 'month', amount: 147_00 },
    })
    const [mail] = await planMails(doctor)
    expect(mail).toContain('O plano Pro já vale na sua conta, por R$ 147,00 por mês.')
  },
)

test('the sweep syncs twice after a period without a webhook, and an unpaid subscription daily', async () => {
  const doctor = await newDoctor()
  const id = `cus_${doctor.id}`
  await insert('stripe_customers', { doctor_id: doctor.id, customer_id: id, created_at: 1 })
  const [now, MINUTE] = [Date.now(), 60_000]
  const looked = async (row: Record<string, string | number>) => {
    await writeSubscription(doctor, { current_period_start: 1, fetched_at: now, ...row })
    const minutes = [9, 11, 119, 121, 1_439, 1_441]
    const db = openDatabase(env.DB)
    const found = await Promise.all(minutes.map((after) => listUnfetchedCustomers(db, now + after * MINUTE, 1_000)))
    return minutes.filter((_, at) => found[at]?.includes(id))
  }
  const turn = Math.floor(now / 1_000)
  expect(await looked({ current_period_end: turn })).toEqual([11, 119, 121, 1_439, 1_441])
  // The fetch ran at the turn: Stripe had begun the new period and had not charged yet.
  expect(await looked({ current_period_start: turn })).toEqual([121, 1_439, 1_441])
  expect(await looked({ current_period_start: turn - 7_201 })).toEqual([])
  // A fetch ten minutes after the turn found no change.
  expect(await looked({ current_period_end: turn - 601 })).toEqual([119, 121, 1_439, 1_441])
  expect(await looked({ status: 'past_due' })).toEqual([1_441])
  expect(await looked({ status: 'canceled', current_period_end: turn })).toEqual([])
})

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
    expect(await refusalOf(await buy(doctor, order(key)))).toEqual([409, 'subscription_exists'])
  expect((await sdk.checkout.sessions.retrieve(sessionId)).status).toBe('expired')
  expect(await subscriptionOf(doctor)).toMatchObject({ plan: { id: 'free' }, subscription: null })
  await sdk.subscriptions.cancel(foreign)
  expect((await openCheckout(doctor, 'pro_month')).sessionId).not.toBe(sessionId)
  // Beside one of ours it is counted.
  const { customer, subscriptionId } = await subscribe(other, 'pro_month')
  await control.subscribe(customer, price.id)
  expect(await (await askStatus(other, subscriptionId)).json()).toMatchObject({
    state: 'trial',
    subscription: { id: subscriptionId, others: 1 },
  })
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
  const token = decodeURIComponent(/session_token=([^;]*)/.exec(doctor.cookie)?.[1] ?? '')
  const call = (method: string, path: string, authorization: string | null, sent?: object) =>
    fetchWorker(path, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(sent && { body: JSON.stringify(sent) }),
    })
  const [path, ordered] = ['/api/stripe/create-checkout-session', order('pro_month')]
  const opened = await call('POST', path, `Bearer ${token}`, ordered)
  expect(opened.status).toBe(200)
  const { sessionId } = await opened.json<{ sessionId: string }>()
  const look = (authorization: string | null) => call('GET', `/api/stripe/checkout-session/${sessionId}`, authorization)
  expect(await (await look(`Bearer ${token}`)).json()).toMatchObject({ status: 'open', planName: 'Pro' })
  const [unsigned = ''] = token.split('.')
  for (const bad of [unsigned, `${unsigned}.${btoa('forged')}`]) {
    expect(await refusalOf(await call('POST', path, `Bearer ${bad}`, ordered))).toEqual([401, 'not_signed_in'])
    expect((await look(`Bearer ${bad}`)).status).toBe(401)
  }
  expect(await refusalOf(await call('POST', path, null, ordered))).toEqual([403, 'foreign_origin'])
  expect((await look(null)).status).toBe(401)
})
