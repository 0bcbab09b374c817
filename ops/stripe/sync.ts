// npm run stripe:sync: makes the products and prices of the catalogue in the Stripe account of STRIPE_SECRET_KEY, or
// brings them up to date, found by lookup key. Run again it changes nothing.
import Stripe from 'stripe'
import { paidPlanIds, plans } from '#domain/subscription/plans.ts'
import { type Price, prices } from '#domain/subscription/price.ts'
import { stop } from '../../local/input.ts'

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

/** The plan's product, as any of its prices names it or as it says itself; the name and the words are the catalogue's. */
async function productOf(plan: Price['plan'], known: Stripe.Price[]): Promise<string> {
  const details = { name: `Relato ${plans[plan].name}`, description: plans[plan].description, metadata: { plan } }
  const [priced] = known.map(({ product }) => (typeof product === 'string' ? product : product.id))
  const named = priced ?? (await productFor(plan))
  if (!named) return (await stripe.products.create(details)).id
  const product = await stripe.products.retrieve(named)
  if (product.name !== details.name || product.description !== details.description || product.metadata.plan !== plan)
    await stripe.products.update(named, details)
  return named
}

/** An amount cannot be changed: another price takes the key over, and who has subscribed keeps the one they chose. */
async function bringUp(
  { key: lookup, amount, interval }: Price,
  product: string,
  known?: Stripe.Price,
): Promise<string> {
  const { recurring } = known ?? {}
  const inTurn = recurring?.interval === interval && recurring.interval_count === 1
  if (known?.unit_amount === amount && inTurn && known.currency === 'brl') {
    if (known.active && known.metadata.key === lookup) return 'unchanged'
    await stripe.prices.update(known.id, { active: true, metadata: { key: lookup } })
    return 'mended'
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
  if (known) await stripe.prices.update(known.id, { active: false })
  return known ? 'replaced' : 'created'
}

const { data: standing } = await stripe.prices.list({ lookup_keys: prices.map((one) => one.key), limit: 100 })
for (const plan of paidPlanIds) {
  const ours = prices.filter((one) => one.plan === plan)
  const known = standing.filter((one) => ours.some((price) => price.key === one.lookup_key))
  const product = await productOf(plan, known)
  for (const price of ours) {
    const found = known.find((one) => one.lookup_key === price.key)
    console.log(`${price.key}: ${await bringUp(price, product, found)}`)
  }
}
