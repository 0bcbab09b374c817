import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { prices } from '#domain/subscription/price.ts'
import { STRIPE_TEST_KEY } from '#tests/testkit/stripe-stand-in.ts'
import { priceOf, startStandIn } from './stand-in.ts'

const { stripe, control, url } = await startStandIn({ empty: true })

/** As the command is run, and what it says of each price. */
async function sync(): Promise<Record<string, string>> {
  const env = { ...process.env, STRIPE_SECRET_KEY: STRIPE_TEST_KEY, STRIPE_API_URL: url }
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'stripe:sync'], { env })
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
}
const all = (said: string) => Object.fromEntries(prices.map(({ key }) => [key, said]))
const account = async () => {
  const [products, current] = await Promise.all([
    stripe.products.list({ limit: 100 }),
    stripe.prices.list({ limit: 100 }),
  ])
  return { products: products.data, prices: current.data }
}
const sold = async () =>
  Object.fromEntries(
    (await stripe.prices.list({ lookup_keys: prices.map(({ key }) => key), active: true })).data.map((price) => [
      price.lookup_key,
      [price.unit_amount, price.currency, price.recurring?.interval, price.metadata.key],
    ]),
  )
const catalogue = Object.fromEntries(
  prices.map(({ key, amount, interval }) => [key, [amount, 'brl', interval, key] as const]),
)

test('an empty account gets the catalogue; a second run changes nothing', async () => {
  expect((await account()).prices).toEqual([])
  // A run that ended after its first product left it without a price.
  const product = await stripe.products.create({ name: 'Relato Pro', metadata: { plan: 'pro' } })
  expect(await sync()).toEqual(all('created'))
  expect(await sold()).toEqual(catalogue)
  expect((await priceOf(stripe, 'pro_month')).product).toBe(product.id)
  const before = await account()
  expect(before.products.map(({ name }) => name).toSorted()).toEqual(['Relato Clínica', 'Relato Pro'])
  expect(await sync()).toEqual(all('unchanged'))
  expect(await account()).toEqual(before)
})

test('a price that changed in the catalogue takes its name over; who subscribed by the old one keeps it; what was put away by hand is back', async () => {
  // The account as another catalogue left it: another price of Pro, a product of another name, a price put away.
  const [current] = (await stripe.prices.list({ lookup_keys: ['pro_month'] })).data
  if (!current) throw new Error('no price')
  const old = await stripe.prices.create({
    product: String(current.product),
    currency: 'brl',
    unit_amount: 147_00,
    recurring: { interval: 'month' },
    lookup_key: 'pro_month',
    transfer_lookup_key: true,
    metadata: { key: 'pro_month' },
  })
  await stripe.prices.update(current.id, { active: false })
  await stripe.products.update(String(current.product), { name: 'Relato Profissional' })
  const [away] = (await stripe.prices.list({ lookup_keys: ['clinica_year'] })).data
  await stripe.prices.update(away?.id ?? '', { active: false })
  // A price of the right amount that is charged every second month.
  await stripe.prices.create({
    product: String(away?.product),
    currency: 'brl',
    unit_amount: catalogue.clinica_month?.[0],
    recurring: { interval: 'month', interval_count: 2 },
    lookup_key: 'clinica_month',
    transfer_lookup_key: true,
    metadata: { key: 'clinica_month' },
  })
  const customer = await stripe.customers.create({ email: 'medica@relato.example' })
  const { id: subscription } = await control.subscribe(customer.id, old.id)

  expect(await sync()).toEqual({
    ...all('unchanged'),
    pro_month: 'replaced',
    clinica_month: 'replaced',
    clinica_year: 'repaired',
  })
  expect(await sold()).toEqual(catalogue)
  // The old price is no longer sold, has no name, and still names its plan.
  const replaced = (await account()).prices.find(({ id }) => id === old.id)
  expect(replaced).toMatchObject({ active: false, lookup_key: null, metadata: { key: 'pro_month' } })
  expect((await account()).products.map(({ name }) => name).toSorted()).toEqual(['Relato Clínica', 'Relato Pro'])
  const stored = await stripe.subscriptions.retrieve(subscription)
  expect(stored).toMatchObject({ status: 'active', items: { data: [{ price: { id: old.id, unit_amount: 147_00 } }] } })
  const before = await account()
  expect(await sync()).toEqual(all('unchanged'))
  expect(await account()).toEqual(before)
})
