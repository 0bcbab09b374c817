// npm run stripe:sync: makes the products and prices of the catalogue in the Stripe account of STRIPE_SECRET_KEY, or
// brings them up to date, found by lookup key. Run again it changes nothing.
import Stripe from 'stripe'
import { paidPlanIds, plans } from '#domain/subscription/plans.ts'
import { type Price, prices } from '#domain/subscription/price.ts'
import { readArguments, stop } from '../../local/input.ts'

readArguments({})
const key = process.env.STRIPE_SECRET_KEY
if (!key) stop('STRIPE_SECRET_KEY is missing: the key of the account whose catalogue is to be written.')
const at = process.env.STRIPE_API_URL ? new URL(process.env.STRIPE_API_URL) : null
const stripe = new Stripe(key, {
  telemetry: false,
  ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
})

async function productFor(plan: Price['plan']): Promise<string | undefined> {
  for await (const product of stripe.products.list({ active: true, limit: 100 }))
    if (product.metadata.plan === plan) return product.id
  return undefined
}

/** The plan's product, found by its prices or its metadata; updates its name and description from the catalogue. */
async function productOf(plan: Price['plan'], existing: Stripe.Price[]): Promise<string> {
  const details = { name: `Relato ${plans[plan].name}`, description: plans[plan].description, metadata: { plan } }
  const [priced] = existing.map(({ product }) => (typeof product === 'string' ? product : product.id))
  const named = priced ?? (await productFor(plan))
  if (!named) return (await stripe.products.create(details)).id
  const product = await stripe.products.retrieve(named)
  if (product.name !== details.name || product.description !== details.description || product.metadata.plan !== plan)
    await stripe.products.update(named, details)
  return named
}

/** Creates or replaces a price. Amounts cannot change: a new price takes the key, subscribers stay at the old one. */
async function updatePrice(
  { key: lookup, amount, interval }: Price,
  product: string,
  existing?: Stripe.Price,
): Promise<string> {
  const { recurring } = existing ?? {}
  const inTurn = recurring?.interval === interval && recurring.interval_count === 1
  if (existing?.unit_amount === amount && inTurn && existing.currency === 'brl') {
    if (existing.active && existing.metadata.key === lookup) return 'unchanged'
    await stripe.prices.update(existing.id, { active: true, metadata: { key: lookup } })
    return 'repaired'
  }
  await stripe.prices.create({
    product,
    currency: 'brl',
    unit_amount: amount,
    recurring: { interval },
    lookup_key: lookup,
    transfer_lookup_key: true,
    metadata: { key: lookup },
  })
  if (existing) await stripe.prices.update(existing.id, { active: false })
  return existing ? 'replaced' : 'created'
}

const { data: current } = await stripe.prices.list({ lookup_keys: prices.map((one) => one.key), limit: 100 })
for (const plan of paidPlanIds) {
  const ours = prices.filter((one) => one.plan === plan)
  const existing = current.filter((one) => ours.some((price) => price.key === one.lookup_key))
  const product = await productOf(plan, existing)
  for (const price of ours) {
    const existingPrice = existing.find((one) => one.lookup_key === price.key)
    console.log(`${price.key}: ${await updatePrice(price, product, existingPrice)}`)
  }
}
