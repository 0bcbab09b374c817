import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '#local/stripe/host/start.ts'
import { checkoutOf, officialSdk, SECRET_KEY, standIn, startReceiver, WEBHOOK_SECRET } from './stand-in.ts'

const { stripe, control, receiver } = await standIn()

async function somethingHappens(): Promise<string> {
  const { id } = await stripe.customers.create({ email: 'medica@relato.example' })
  const session = await checkoutOf(stripe, id)
  await control.checkout(session.id, 'pays')
  return id
}

test('held events go out only as they are wanted: in any order, twice, late, signed for their moment', async () => {
  await control.setWebhooks({ held: true })
  await somethingHappens()
  const { undelivered } = await control.webhooks()
  expect(undelivered.map(({ type, attempts }) => [type, attempts])).toEqual([
    ['customer.subscription.created', 0],
    ['invoice.paid', 0],
    ['checkout.session.completed', 0],
  ])
  const [created = '', paid = '', completed = ''] = undelivered.map(({ id }) => id)
  expect(await control.deliver([completed, created, completed])).toEqual([200, 200, 200])
  expect(receiver.received.map(({ event }) => event.id)).toEqual([completed, created, completed])
  expect((await control.webhooks()).undelivered.map(({ id }) => id)).toEqual([paid])

  const [late] = await control.signed([paid], Math.floor(Date.now() / 1_000) - 301)
  const check = (body: string, signature: string, secret = WEBHOOK_SECRET) =>
    stripe.webhooks.constructEventAsync(body, signature, secret, 300, Stripe.createSubtleCryptoProvider())
  if (!late) throw new Error('nothing signed')
  await expect(check(late.body, late.signature)).rejects.toThrow(/tolerance/)
  const [fresh] = await control.signed([paid])
  if (!fresh) throw new Error('nothing signed')
  await expect(check(fresh.body.replace('paid', 'lost'), fresh.signature)).rejects.toThrow(/signature/)
  await expect(check(fresh.body, fresh.signature, 'whsec_other')).rejects.toThrow(/signature/)
  const event = await check(fresh.body, fresh.signature)
  expect(event).toEqual(JSON.parse(JSON.stringify(await stripe.events.retrieve(paid))))
  expect(event).toMatchObject({ type: 'invoice.paid', api_version: stripe.getApiField('version'), livemode: false })

  await control.setWebhooks({ held: false })
  await receiver.until(() => receiver.received.length === 4)
  expect((await control.webhooks()).undelivered).toEqual([])
})

test('what is not taken is sent again', async () => {
  receiver.received.length = 0
  let refusals = 4
  receiver.answer = () => (refusals-- > 0 ? 500 : 200)
  const customer = await somethingHappens()
  await receiver.until(() => receiver.received.length === 3)
  expect(refusals).toBeLessThan(0)
  expect(new Set(receiver.received.map(({ event }) => (event.data.object as { customer: string }).customer))).toEqual(
    new Set([customer]),
  )
  receiver.answer = () => 200
  const { data } = await stripe.events.list({ types: ['invoice.paid'], limit: 1 })
  expect(data[0]?.pending_webhooks).toBe(0)
})

test('an account outlives its process, and tells what it could not tell before', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const late = await startReceiver()
  const options = {
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: late.url,
    retryDelaysMs: [],
    file: join(directory, 'account.json'),
  }
  late.answer = () => 503
  const first = await startStripe(options)
  const sdk = officialSdk(first.url)
  const customer = await sdk.customers.create({ email: 'e@relato.example' }, { idempotencyKey: 'once' })
  const { id } = await checkoutOf(sdk, customer.id)
  const { stripeControl } = await import('#local/stripe/control.ts')
  await stripeControl(first.url, SECRET_KEY).checkout(id, 'none')
  await first.close()

  late.answer = () => 200
  const second = await startStripe(options)
  const again = officialSdk(second.url)
  await late.until(() => late.received.length === 3)
  expect((await again.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
  expect(await again.customers.create({ email: 'e@relato.example' }, { idempotencyKey: 'once' })).toEqual(customer)
  expect((await again.prices.list({ limit: 100 })).data).toHaveLength(4)
  await second.close()
  await late.close()
})
