import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import type { Interval, PaidPlanId } from '#domain/subscription/plans.ts'
import { type Price, priceOf } from '#domain/subscription/price.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { type PriceRead, price as priceFields } from './fields.ts'

const KEPT_MS = 5 * 60_000
const found = new Map<string, { id: string; until: number }>()

/** Stripe's id of one of our prices; looked up by its lookup key, and kept for minutes. */
export async function priceIdOf(env: Env, stripe: Stripe, wanted: Price, now: number): Promise<string> {
  const place = `${env.STRIPE_API_URL ?? ''} ${wanted.key}`
  const kept = found.get(place)
  if (kept && kept.until > now) return kept.id
  const { data } = await stripe.prices.list({ lookup_keys: [wanted.key], active: true, limit: 1 })
  const price = data[0] && priceFields.schema.parse(data[0])
  // Nobody is sent to pay another amount than the one we show.
  if (
    price?.currency !== 'brl' ||
    price.unit_amount !== wanted.amount ||
    price.recurring?.interval !== wanted.interval ||
    price.recurring.interval_count !== 1
  ) {
    log({ event: 'billing_odd', reason: price ? 'price_differs' : 'price_missing' })
    throw new AppError('checkout_failed')
  }
  found.set(place, { id: price.id, until: now + KEPT_MS })
  return price.id
}

/** A price that was put away may have handed its lookup key on. */
export const forgetPrices = (): void => found.clear()

/** Which plan a price at Stripe stands for, the replaced ones too; null: none of ours. */
export function planOf(price: PriceRead): { plan: PaidPlanId; interval: Interval } | null {
  return priceOf(price.metadata.key ?? '') ?? priceOf(price.lookup_key ?? '')
}
