import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { listUnfetchedCustomers } from '#db/queries/subscription-payment.ts'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import { api } from '#workers/api/api.ts'
import {
  control,
  customerOf,
  openCheckout,
  ring,
  rowOf,
  sandbox,
  sdk,
  subscribe,
  subscriptionOf,
  waitForJobs,
  writeSubscription,
} from './billing.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'

const cancel = (doctor: TestDoctor, subscriptionId: string) =>
  doctor.call('POST', '/api/stripe/cancel-subscription', { subscriptionId })

test.skipIf(sandbox)(
  'an unpaid subscription ends at once when cancelled, and its invoice is not tried again',
  async () => {
    const doctor = await newDoctor()
    const { subscriptionId, customer } = await subscribe(doctor, 'pro_month')
    await control.renew(subscriptionId)
    await control.declineNext(customer)
    await control.renew(subscriptionId)
    await doctor.call('GET', `/api/stripe/subscription-status/${subscriptionId}`)
    expect(await subscriptionOf(doctor)).toMatchObject({ state: 'past_due', subscription: { live: true } })
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
  await env.DB.prepare("UPDATE user_subscriptions SET status = 'past_due' WHERE user_id = ?").bind(doctor.id).run()
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
    const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie }
    const body = JSON.stringify({ subscriptionId })
    const request = new Request(`${ORIGIN}/api/stripe/cancel-subscription`, { method: 'POST', headers, body })
    const answer = await api.fetch(request, { ...env, BILLING_QUEUE: queue })
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
    env.DB.prepare(
      `UPDATE user_subscriptions SET status = 'trialing', trial_end = unixepoch() - 1, current_period_end = unixepoch() - 1
        WHERE user_id = ?`,
    )
      .bind(doctor.id)
      .run()
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
      const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie }
      const body = JSON.stringify({ patientId: patient })
      const request = new Request(`${ORIGIN}/api/consultations`, { method: 'POST', headers, body })
      const answer = await api.fetch(request, { ...env, ...change })
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
    await waitForJobs(doctor)
    expect(await subscriptionOf(doctor)).toMatchObject({
      plan: { id: 'pro' },
      subscription: { id, interval: 'month', amount: 147_00 },
    })
    const mail = await env.DB.prepare(
      "SELECT outbox_mail.text FROM outbox_mail JOIN mails USING (id) WHERE mails.kind = 'subscription' AND mails.doctor_id = ?",
    )
      .bind(doctor.id)
      .first<{ text: string }>()
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('O plano Pro já vale na sua conta, por R$ 147,00 por mês.')
  },
)

test('the sweep syncs twice after a period without a webhook, and an unpaid subscription daily', async () => {
  const doctor = await newDoctor()
  const id = `cus_${doctor.id}`
  await env.DB.prepare('INSERT INTO stripe_customers (doctor_id, customer_id, created_at) VALUES (?, ?, 1)')
    .bind(doctor.id, id)
    .run()
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
