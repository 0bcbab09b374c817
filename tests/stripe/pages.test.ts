import { expect, test } from 'vitest'
import { checkoutOf, standIn } from './stand-in.ts'

const { stripe, control, url } = await standIn()

async function open(address: string) {
  const answer = await fetch(address)
  return { status: answer.status, text: (await answer.text()).replaceAll('\u00a0', ' ') }
}
/** Sends a page's form as a browser does; answers where it leads. */
async function send(address: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '', url).href
}
async function newCheckout(more = {}) {
  const { id } = await stripe.customers.create({ email: 'medica@relato.example' })
  const session = await checkoutOf(stripe, id, more)
  return { customer: id, id: session.id, page: session.url ?? '' }
}

test('the checkout page: refused, then through, and back to the app with the session in its address', async () => {
  const { customer, id, page } = await newCheckout()
  const shown = await open(page)
  for (const part of [
    'só nesta máquina',
    'Relato Pro',
    '14 dias grátis',
    'R$ 0,00',
    'R$ 197,00',
    'Sem cartão por enquanto',
  ])
    expect(shown.text).toContain(part)
  const email = 'medica@relato.example'
  const refused = await send(page, { email, card: 'refused' })
  expect((await open(refused)).text).toContain('Seu cartão foi recusado')
  expect(await send(page, { email, card: 'gold' })).toContain('erro=dados')
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  const success = await send(page, { email, card: 'none' })
  expect(success).toBe(`http://localhost:5173/checkout/success?session_id=${id}`)
  const again = await open(page)
  expect(again.text).toContain('já foi concluído')
  expect(again.text).toContain(success)
  await send(page, { email, card: 'pays' })
  expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
})

test('the card may wait only where it was said so, and what is written in a page stays text', async () => {
  const checkout = await newCheckout({ payment_method_collection: 'always' })
  expect((await open(checkout.page)).text).not.toContain('Sem cartão')
  expect(await send(checkout.page, { email: 'a@b.example', card: 'none' })).toContain('erro=dados')
  const odd = await newCheckout({ cancel_url: 'http://localhost:5173/?a="><script>' })
  expect((await open(odd.page)).text).not.toContain('<script>')
  await stripe.checkout.sessions.expire(odd.id)
  expect((await open(odd.page)).text).toContain('expirou')
  for (const path of ['/c/pay/cs_test_nobody', '/p/session/bps_nobody', '/anything'])
    expect((await open(`${url}${path}`)).status).toBe(404)
})

test('the portal: cancel, take it up again, another plan, another card, pay what is owed; only its own', async () => {
  const { customer, id } = await newCheckout()
  const subscription = (await control.checkout(id, 'fails')).subscription ?? ''
  const read = () => stripe.subscriptions.retrieve(subscription)
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:5173/app/settings',
  })
  const page = session.url
  for (const part of ['Em teste', '0341', 'http://localhost:5173/app/settings'])
    expect((await open(page)).text).toContain(part)

  expect((await open(await send(page, { act: 'cancel', subscription }))).text).toContain('Termina em')
  // As Stripe's own portal does: a date, and not the flag.
  const cancelling = await read()
  expect(cancelling).toMatchObject({ cancel_at: cancelling.trial_end, cancel_at_period_end: false })
  await send(page, { act: 'resume', subscription })
  expect((await read()).cancel_at).toBeNull()

  const { data } = await stripe.prices.list({ lookup_keys: ['clinica_month'] })
  await send(page, { act: 'change', subscription, price: data[0]?.id ?? '' })
  expect((await open(page)).text).toContain('Relato Clínica')

  await control.age(customer, 14 * 86_400)
  expect((await open(page)).text).toContain('Fatura em aberto: R$ 497,00')
  expect((await open(await send(page, { act: 'pay', subscription }))).text).toContain('O cartão foi recusado')
  await send(page, { act: 'card', card: 'pays' })
  expect((await open(await send(page, { act: 'pay', subscription }))).text).toContain('Fatura paga')
  const paid = await read()
  expect(paid.status).toBe('active')
  // The clock stood still: this month began now.
  expect(Math.abs((paid.items.data[0]?.current_period_start ?? 0) - Date.now() / 1_000)).toBeLessThan(60)

  const other = await newCheckout()
  const theirs = (await control.checkout(other.id, 'pays')).subscription ?? ''
  expect(await send(page, { act: 'cancel', subscription: theirs })).toContain('erro=dados')
  expect((await stripe.subscriptions.retrieve(theirs)).cancel_at).toBeNull()
})
