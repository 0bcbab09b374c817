import type { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { checkoutReply } from '#domain/subscription/contract.ts'
import { openStripe } from '#workers/subscription/client.ts'
import {
  askStatus,
  buy,
  callWith,
  cancel,
  cancelUrl,
  control,
  customerOf,
  openCheckout,
  openPortal,
  order,
  readCheckout,
  refusal,
  rowOf,
  sandbox,
  sdk,
  subscribe,
  subscriptionOf,
  successUrl,
  writeSubscription,
} from './billing.ts'
import { insert } from './clinic.ts'
import { jobsAreDone, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'
import { inProduction } from './production.ts'

const DAY = 24 * 60 * 60

test("a checkout has the catalogue's price and trial, our own addresses and one customer", async () => {
  const doctor = await newDoctor()
  // Two parallel clicks, with a trial length that the client chose.
  const [first, second] = await Promise.all([
    openCheckout(doctor, 'pro_year', { trialPeriodDays: 700 }),
    openCheckout(doctor, 'pro_year', { trialPeriodDays: 700 }),
  ])
  expect(second).toEqual(first)
  const session = await sdk.checkout.sessions.retrieve(first.sessionId, { expand: ['line_items', 'customer'] })
  expect(session).toMatchObject({
    mode: 'subscription',
    client_reference_id: doctor.id,
    payment_method_collection: 'if_required',
    payment_method_types: ['card'],
    success_url: successUrl,
    cancel_url: cancelUrl,
    locale: 'pt-BR',
    metadata: { key: 'pro_year' },
    customer: { metadata: { doctor_id: doctor.id }, preferred_locales: ['pt-BR'] },
  })
  expect(session.line_items?.data[0]?.price).toMatchObject({ unit_amount: 1_891_20, currency: 'brl' })
  // The same order gets the same page; an order of another plan closes it.
  expect(await openCheckout(doctor, 'pro_year')).toEqual(first)
  const other = await openCheckout(doctor, 'clinica_month')
  expect(other.sessionId).not.toBe(first.sessionId)
  expect((await sdk.checkout.sessions.retrieve(first.sessionId)).status).toBe('expired')
  expect(await customerOf(doctor)).toMatchObject({
    customer_id: (session.customer as { id: string }).id,
    checkout_session_id: other.sessionId,
    trial_used_at: null,
  })
})

test('refuses unknown prices and foreign return addresses', async () => {
  const doctor = await newDoctor()
  const unknown = [400, 'plan_not_found', 'Plano não encontrado']
  for (const priceId of ['free_month', 'pro_week', 'price_123', '', '__proto__'])
    expect(await refusal(await buy(doctor, order(priceId, { metadata: undefined })))).toEqual(unknown)
  expect(await refusal(await buy(doctor, order('pro_month', { metadata: { planId: 'clinica' } })))).toEqual(unknown)
  for (const foreign of [
    'https://outro.example/x',
    `${ORIGIN}.outro.example/`,
    'javascript:alert(1)',
    `${ORIGIN}@evil.example`,
  ])
    for (const field of ['successUrl', 'cancelUrl'])
      expect(await refusal(await buy(doctor, order('pro_month', { [field]: foreign })))).toMatchObject([
        400,
        'invalid_body',
        expect.any(String),
        { [field]: expect.stringMatching(/Endereço/) },
      ])
  expect((await buy(doctor, order('pro_month', { successUrl: '/checkout/success' }))).status).toBe(400)
  expect(await customerOf(doctor)).toBeNull()
  expect((await openPortal(doctor, 'https://outro.example/')).status).toBe(400)
})

test.skipIf(sandbox)(
  'a trial without a card shows on the success screen, gives the plan, and is the only trial',
  async () => {
    const doctor = await newDoctor()
    expect(await subscriptionOf(doctor)).toMatchObject({
      plan: { id: 'free' },
      state: 'free',
      trialAvailable: true,
      subscription: null,
      usage: { limit: 5 },
    })
    const { sessionId } = await openCheckout(doctor, 'pro_year')
    expect(await (await readCheckout(doctor, sessionId)).json()).toMatchObject({ status: 'open', trialEnd: null })
    const { subscription: id } = await control.checkout(sessionId, 'none')
    const summary = checkoutReply.parse(await (await readCheckout(doctor, sessionId)).json())
    expect(summary).toEqual({
      planName: 'Pro',
      interval: 'year',
      amount: 1_891_20,
      trialEnd: expect.any(Number),
      customerEmail: expect.stringMatching(/^doutora/),
      status: 'complete',
      isFree: false,
    })
    expect(Math.round(((summary.trialEnd ?? 0) - Date.now()) / 1_000 / DAY)).toBe(14)
    // No webhook arrived; the page asked Stripe.
    expect(await subscriptionOf(doctor)).toMatchObject({
      plan: { id: 'pro', name: 'Pro' },
      state: 'trial',
      trialDaysRemaining: 14,
      trialAvailable: false,
      subscription: { id, interval: 'year', amount: 1_891_20, status: 'trialing', live: true },
      usage: { limit: null },
    })
    expect(await refusal(await buy(doctor, order('clinica_month')))).toEqual([
      409,
      'subscription_exists',
      'Você já tem uma assinatura. Para mudar de plano, gerencie-a em Configurações.',
    ])
    // The trial ends without a card: the plan is Free, and the next one is paid from its first day.
    await control.renew(String(id))
    expect(await (await askStatus(doctor, id)).json()).toMatchObject({
      plan: { id: 'free' },
      state: 'trial_expired',
      subscription: { live: false },
    })
    const again = await openCheckout(doctor, 'pro_month')
    expect((await sdk.checkout.sessions.retrieve(again.sessionId)).amount_total).toBe(197_00)
    const paid = await control.checkout(again.sessionId, 'pays')
    expect(await (await readCheckout(doctor, again.sessionId)).json()).toMatchObject({
      amount: 197_00,
      interval: 'month',
      trialEnd: null,
      status: 'complete',
    })
    expect(await subscriptionOf(doctor)).toMatchObject({
      state: 'active',
      trialDaysRemaining: 0,
      subscription: { id: paid.subscription, status: 'active' },
    })
  },
)

test.skipIf(sandbox)(
  'a cancelled subscription lasts to the end of its period, and continues when resumed in the portal',
  async () => {
    const doctor = await newDoctor()
    const { subscriptionId } = await subscribe(doctor, 'clinica_month')
    const cancelled = await cancel(doctor, subscriptionId)
    const until = await sdk.subscriptions.retrieve(subscriptionId)
    expect(until.cancel_at_period_end).toBe(true)
    expect(await cancelled.json()).toMatchObject({
      plan: { id: 'clinica' },
      state: 'cancelling',
      cancelAtPeriodEnd: true,
      endsAt: (until.items.data[0]?.current_period_end ?? 0) * 1_000,
      usage: { limit: null },
    })
    // Again changes nothing.
    expect((await cancel(doctor, subscriptionId)).status).toBe(200)
    expect(await (await openPortal(doctor)).json()).toEqual({ url: expect.stringMatching(/^http/) })
    await sdk.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
    expect(await (await askStatus(doctor, subscriptionId)).json()).toMatchObject({
      plan: { id: 'clinica' },
      state: 'trial',
      endsAt: null,
    })
    await sdk.subscriptions.cancel(subscriptionId)
    expect((await askStatus(doctor, subscriptionId)).status).toBe(200)
    expect(await subscriptionOf(doctor)).toMatchObject({ plan: { id: 'free' }, state: 'cancelled' })
    expect(await refusal(await cancel(doctor, subscriptionId))).toEqual([
      404,
      'subscription_not_found',
      'Assinatura não encontrada.',
    ])
  },
)

test.skipIf(sandbox)('of two orders in two tabs, one page is open and one is paid', async () => {
  const doctor = await newDoctor()
  const statusOf = async ({ sessionId }: { sessionId: string }) =>
    (await sdk.checkout.sessions.retrieve(sessionId)).status
  const both = await Promise.all([openCheckout(doctor, 'pro_month'), openCheckout(doctor, 'clinica_month')])
  const statuses = await Promise.all(both.map(statusOf))
  expect(statuses.toSorted()).toEqual(['expired', 'open'])
  const [left, paid] = statuses[0] === 'open' ? [both[1], both[0]] : [both[0], both[1]]
  await expect(control.checkout(left.sessionId, 'pays')).rejects.toThrow()
  const late = openCheckout(doctor, 'pro_year').catch(() => null)
  const pays = control.checkout(paid.sessionId, 'pays').catch(() => null)
  // An order during the payment: either it closes the page first, or it is refused.
  const [ordered, through] = await Promise.all([late, pays])
  expect([ordered === null, through === null].toSorted()).toEqual([false, true])
  if (ordered) await control.checkout(ordered.sessionId, 'pays')
  expect((await buy(doctor, order('clinica_month'))).status).toBe(409)
  const customer = String((await customerOf(doctor))?.customer_id)
  expect((await sdk.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})

test.skipIf(sandbox)(
  '[E10] with a second subscription made by hand, the newest counts and the other is reported',
  async () => {
    const doctor = await newDoctor()
    const { customer, subscriptionId: first } = await subscribe(doctor, 'pro_month')
    expect((await subscriptionOf(doctor)).subscription).toMatchObject({ id: first, others: 0 })
    await control.age(customer, DAY)
    const { id: second } = await control.subscribe(customer, 'clinica_month')
    expect(await (await askStatus(doctor, first)).json()).toMatchObject({
      plan: { id: 'clinica' },
      state: 'active',
      subscription: { id: second, others: 1 },
    })
    // After its cancellation the other one is shown, and can be cancelled too.
    const ended = async (id: unknown) => (await cancel(doctor, id)).json()
    expect(await ended(second)).toMatchObject({ state: 'trial', subscription: { id: first, others: 0 } })
    expect(await ended(first)).toMatchObject({ state: 'cancelling', subscription: { id: second, others: 0 } })
  },
)

test("nobody reads, cancels or manages another's", async () => {
  const [doctor, stranger] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const { sessionId } = await openCheckout(doctor, 'pro_month')
  const none = [404, 'checkout_not_found', 'Nenhum pagamento encontrado']
  const read = (who: TestDoctor, id: string) => readCheckout(who, id).then(refusal)
  expect(await read(stranger, sessionId)).toEqual(none)
  await openCheckout(stranger, 'pro_month')
  for (const id of [sessionId, 'cs_test_nada', 'x', 'cs_test_..%2F..%2Fcustomers'])
    expect(await read(stranger, id)).toEqual(none)
  for (const who of [doctor, stranger]) expect((await cancel(who, 'sub_alheia')).status).toBe(404)
  expect((await askStatus(stranger, 'sub_alheia')).status).toBe(404)
  expect((await openPortal(await newDoctor())).status).toBe(404)
})

test('a missing, unreachable or failing Stripe has its own error, never a 500', async () => {
  const doctor = await newDoctor()
  await writeSubscription(doctor, { provider_subscription_id: 'sub_velha' })
  // A customer with an empty id: Stripe answers every request about it with an error.
  await insert('stripe_customers', { doctor_id: doctor.id, customer_id: '', created_at: 1 })
  const everything = (change: Partial<typeof env>) => {
    const call = async (method: string, path: string, body?: object) =>
      refusal(await callWith(change, doctor, method, `/api/stripe/${path}`, body))
    return Promise.all([
      call('POST', 'create-checkout-session', order('pro_month')),
      call('GET', 'subscription-status/sub_velha'),
      call('POST', 'cancel-subscription', { subscriptionId: 'sub_velha' }),
      call('POST', 'customer-portal', { returnUrl: `${ORIGIN}/app/settings` }),
    ])
  }
  const unavailable = [503, 'billing_unavailable', 'Stripe não foi carregado']
  const everywhere = Array.from({ length: 4 }, () => unavailable)
  expect(await everything({ STRIPE_SECRET_KEY: '' })).toEqual(everywhere)
  expect(await everything({ STRIPE_API_URL: 'http://127.0.0.1:9' })).toEqual(everywhere)
  expect(await everything({ STRIPE_SECRET_KEY: 'sk_test_falsa' })).toEqual(everywhere)
  expect(await everything({})).toEqual([
    [502, 'checkout_failed', 'Erro ao criar sessão de checkout'],
    [502, 'subscription_status_failed', 'Erro ao buscar status da assinatura'],
    [502, 'cancel_failed', 'Erro ao cancelar assinatura'],
    [502, 'portal_failed', 'Erro ao criar portal do cliente'],
  ])
})

test('production accepts Stripe itself and live keys only', async () => {
  const doctor = await newDoctor()
  const spoken = vi.spyOn(globalThis, 'fetch')
  for (const [change, lacking] of [
    [{ STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL'],
    [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'pk_live_x' }, 'STRIPE_SECRET_KEY'],
  ] as const) {
    const all = { ...inProduction, ...change }
    const answer = await callWith(all, doctor, 'POST', '/api/stripe/create-checkout-session', order('pro_month'))
    const { code, fields } = await answer.json<{ code: string; fields: Record<string, string> }>()
    expect([answer.status, code, Object.keys(fields)]).toEqual([503, 'not_configured', [lacking]])
    // The client checks again, because webhooks and jobs do not pass this check.
    await expect(openStripe(all)).rejects.toMatchObject({ code: 'billing_unavailable' })
  }
  expect(spoken).not.toHaveBeenCalled()
  spoken.mockRestore()
  expect(await rowOf(doctor)).toBeNull()
  await jobsAreDone(doctor)
})
