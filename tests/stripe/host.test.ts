import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '#tests/testkit/eventually.ts'
import { openCheckout, priceOf, startReceiver, startStandIn } from './stand-in.ts'

test('events are signed, sent again until the app accepts them, and survive the process with the account', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const receiver = await startReceiver()
  afterAll(() => receiver.close())
  const options = { webhookUrl: receiver.url, file: join(directory, 'account.json') }
  let refusals = 4
  receiver.status = () => (refusals-- > 0 ? 500 : 200)
  const first = await startStandIn({ ...options, retryDelaysMs: [10, 10, 10] })
  const { id: customer } = await first.stripe.customers.create({ email: 'medica@relato.example' })
  const complete = async () => first.control.checkout((await openCheckout(first.stripe, customer)).id, 'pays')
  await complete()
  await eventually(() => expect(receiver.events).toHaveLength(3))
  expect(refusals).toBeLessThan(0)
  const pending = async ({ stripe }: typeof first) =>
    (await stripe.events.list()).data.filter((event) => event.pending_webhooks > 0)
  await eventually(async () => expect(await pending(first)).toEqual([]))
  expect(receiver.events[0]).toMatchObject({ api_version: first.stripe.getApiField('version') })

  // Three events, four attempts each.
  let attempts = 0
  receiver.status = () => ++attempts && 503
  await complete()
  await eventually(() => expect(attempts).toBe(12))
  await first.close()
  receiver.status = () => 200
  const second = await startStandIn(options)
  await eventually(() => expect(receiver.events).toHaveLength(6))
  expect((await second.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(2)
  expect((await second.stripe.prices.list({ limit: 100 })).data).toHaveLength(4)
})

const { stripe, control, url } = await startStandIn()

async function open(address: string): Promise<string> {
  return (await (await fetch(address)).text()).replaceAll('\u00a0', ' ')
}
/** Sends a form as a browser does, and returns the address that follows. */
async function send(address: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '', url).href
}
async function newCheckout(more = {}) {
  const { id: customer } = await stripe.customers.create({ email: 'medica@relato.example' })
  const session = await openCheckout(stripe, customer, more)
  return { customer, id: session.id, page: session.url ?? '' }
}

test('the checkout page refuses a card, then leads back to the app with the session in the address', async () => {
  const { customer, id, page } = await newCheckout()
  for (const part of ['Relato Pro', '14 dias grátis', 'R$ 0,00', 'R$ 197,00 por mês', 'Sem cartão por enquanto'])
    expect(await open(page)).toContain(part)
  expect(await open(await send(page, { card: 'refused' }))).toContain('Seu cartão foi recusado')
  const success = `http://localhost:5173/checkout/success?session_id=${id}`
  expect(await send(page, { card: 'none' })).toBe(success)
  expect(await open(page)).toContain(success)
  expect((await fetch(page, { method: 'POST', body: new URLSearchParams({ card: 'pays' }) })).status).toBe(404)
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  const paid = await newCheckout({
    payment_method_collection: 'always',
    cancel_url: 'http://localhost:5173/?a="><script>',
  })
  expect(await open(paid.page)).not.toMatch(/Sem cartão|<script>/)
  await stripe.checkout.sessions.expire(paid.id)
  expect(await open(paid.page)).toContain('expirou')
  expect((await fetch(`${url}/p/session/bps_x`)).status).toBe(404)
})

test('the portal cancels, resumes, changes the plan, replaces the card and pays, for its own customer alone', async () => {
  const { customer, id } = await newCheckout()
  const subscription = String((await control.checkout(id, 'fails')).subscription)
  const read = () => stripe.subscriptions.retrieve(subscription)
  const return_url = 'http://localhost:5173/app/settings'
  const { url: page } = await stripe.billingPortal.sessions.create({ customer, return_url })
  for (const part of ['Em teste', '0341', return_url]) expect(await open(page)).toContain(part)

  expect(await open(await send(page, { act: 'cancel', subscription }))).toContain('termina em')
  // Stripe's own portal sets a date, and not the flag:
  // https://docs.stripe.com/billing/subscriptions/billing-mode/compare
  const cancelling = await read()
  expect(cancelling).toMatchObject({ cancel_at: cancelling.trial_end, cancel_at_period_end: false })
  await send(page, { act: 'resume', subscription })
  expect((await read()).cancel_at).toBeNull()
  const { id: price } = await priceOf(stripe, 'clinica_month')
  expect(await open(await send(page, { act: 'change', subscription, price }))).toContain('Relato Clínica')

  await control.age(customer, 14 * 86_400)
  expect(await open(page)).toContain('Fatura em aberto: R$ 497,00')
  expect(await open(await send(page, { act: 'card', subscription, card: 'refused' }))).toContain('foi recusado')
  await send(page, { act: 'card', subscription, card: 'pays' })
  expect(await open(page)).not.toContain('Fatura em aberto')
  expect((await read()).status).toBe('active')

  const other = await newCheckout()
  const foreign = String((await control.checkout(other.id, 'pays')).subscription)
  const body = new URLSearchParams({ act: 'cancel', subscription: foreign })
  expect((await fetch(page, { method: 'POST', body })).status).toBe(404)
  expect((await stripe.subscriptions.retrieve(foreign)).cancel_at).toBeNull()
})
