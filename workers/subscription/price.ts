import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import type { Interval, PaidPlanId } from '#domain/subscription/plans.ts'
import { type Price, priceOf } from '#domain/subscription/price.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { type PriceRead, price as priceFields } from './fields.ts'

const CACHE_MS = 5 * 60_000
const cache = new Map<string, { id: string; until: number }>()

/** Finds Stripe's id of a price by its lookup key, and caches it. Errors: checkout_failed. */
export async function findPriceId(env: Env, stripe: Stripe, wanted: Price, now: number): Promise<string> {
  const place = `${env.STRIPE_API_URL ?? ''} ${wanted.key}`
  const cached = cache.get(place)
  if (cached && cached.until > now) return cached.id
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.key], active: true, limit: 1 })
  const price = data[0] && priceFields.schema.parse(data[0])
  // The doctor must pay the amount that the page shows.
  if (
    price?.currency !== 'brl' ||
    price.unit_amount !== wanted.amount ||
    price.recurring?.interval !== wanted.interval ||
    price.recurring.interval_count !== 1
  ) {
    log({ event: 'billing_odd', reason: price ? 'price_differs' : 'price_missing' })
    throw new AppError('checkout_failed')
  }
  cache.set(place, { id: price.id, until: now + CACHE_MS })
  return price.id
}

/** Clears the cache: an archived price may have passed its lookup key to another. */
export const forgetPrices = (): void => cache.clear()

/** The plan of a price at Stripe, also of a replaced one; null if the price is not ours. */
export function planOf(price: PriceRead): { plan: PaidPlanId; interval: Interval } | null {
  return priceOf(price.metadata.key ?? '') ?? priceOf(price.lookup_key ?? '')
}
