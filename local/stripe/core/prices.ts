import { z } from 'zod'
import { type Account, find, findPrice, mergeMetadata } from './account.ts'
import { invalid, refused } from './fault.ts'
import { page } from './listing.ts'
import { flag, integer, list, listParams, metadata, object, params, text } from './params.ts'
import type { Plan, Price } from './stored.ts'

const interval = z.enum(['day', 'week', 'month', 'year'])
const lookupKey = text.max(200)
export const createPriceParams = params({
  currency: text.transform((code) => code.toLowerCase()).pipe(z.enum(['brl'])),
  product: text,
  unit_amount: integer.pipe(z.number().min(0)),
  recurring: object({ interval, interval_count: integer.pipe(z.number().min(1)).optional() }),
  active: flag.optional(),
  lookup_key: lookupKey.optional(),
  transfer_lookup_key: flag.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
})
export const updatePriceParams = params({
  active: flag.optional(),
  lookup_key: lookupKey.optional(),
  transfer_lookup_key: flag.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
})
export const listPriceParams = listParams({
  active: flag.optional(),
  currency: text.optional(),
  lookup_keys: list(text).pipe(z.array(text).max(10)).optional(),
  product: text.optional(),
  recurring: object({ interval }).partial().optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

/** A lookup key names one price: another one gives it up only when it is told to. */
function takeLookupKey(account: Account, key: string, transfer: boolean, self?: Price): void {
  const holder = Object.values(account.state.prices).find((one) => one.lookup_key === key && one !== self)
  if (!holder) return
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`
    throw invalid('lookup_key', message, 'resource_already_exists')
  }
  holder.lookup_key = null
}

export function createPrice(account: Account, asked: z.output<typeof createPriceParams>): Price {
  find(account.state.products, 'product', asked.product, 'product')
  if (asked.lookup_key) takeLookupKey(account, asked.lookup_key, asked.transfer_lookup_key ?? false)
  const price: Price = {
    id: account.newId('price'),
    object: 'price',
    active: asked.active ?? true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: asked.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: asked.lookup_key ?? null,
    metadata: mergeMetadata({}, asked.metadata),
    nickname: asked.nickname ?? null,
    product: asked.product,
    recurring: {
      interval: asked.recurring.interval,
      interval_count: asked.recurring.interval_count ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: asked.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: asked.unit_amount,
    unit_amount_decimal: String(asked.unit_amount),
  }
  account.state.prices[price.id] = price
  return price
}

export function updatePrice(account: Account, id: string, asked: z.output<typeof updatePriceParams>): Price {
  const price = findPrice(account, id)
  if (asked.lookup_key) takeLookupKey(account, asked.lookup_key, asked.transfer_lookup_key ?? false, price)
  return Object.assign(price, {
    active: asked.active ?? price.active,
    lookup_key: asked.lookup_key ?? price.lookup_key,
    metadata: mergeMetadata(price.metadata, asked.metadata),
    nickname: asked.nickname ?? price.nickname,
  })
}

export const retrievePrice = (account: Account, id: string) => findPrice(account, id)

export function listPrices(account: Account, asked: z.output<typeof listPriceParams>) {
  const { active, currency, lookup_keys: keys, product, recurring, type } = asked
  const all = Object.values(account.state.prices).filter(
    (one) =>
      (active === undefined || one.active === active) &&
      (!currency || one.currency === currency) &&
      (!keys || keys.includes(one.lookup_key ?? '')) &&
      (!product || one.product === product) &&
      (!recurring?.interval || one.recurring?.interval === recurring.interval) &&
      (!type || one.type === type),
  )
  return page(all, '/v1/prices', asked)
}

/** A price that may be sold now. */
export function sellablePrice(account: Account, id: string, param: string) {
  const price = findPrice(account, id, param)
  if (!price.active) throw invalid(param, 'The price specified is inactive. This field only accepts active prices.')
  if (!price.recurring || price.unit_amount === null) throw refused('The price specified is not a recurring one.')
  return { price, recurring: price.recurring, amount: price.unit_amount }
}

/** What a price was called before there were prices: subscription items still carry it. */
export const planOf = (price: Price): Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
