import { z } from 'zod'
import { type Account, find, newId, type Price, type Product } from './account.ts'
import { invalid } from './fault.ts'
import { flag, integer, list, listParams, metadata, object, params, text } from './params.ts'

export const createProductParams = params({
  name: text,
  description: text.optional(),
  metadata: metadata.optional(),
})
export const updateProductParams = createProductParams.partial()
export const createPriceParams = params({
  currency: z.enum(['brl']),
  product: text,
  unit_amount: integer,
  recurring: object({
    interval: z.enum(['month', 'year']),
    interval_count: integer.pipe(z.number().min(1)).optional(),
  }),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.optional(),
  metadata: metadata.optional(),
})
export const listPriceParams = listParams({ active: flag.optional(), lookup_keys: list(text).optional() })
export const updatePriceParams = params({ active: flag.optional(), metadata: metadata.optional() })

export function createProduct({ state }: Account, input: z.output<typeof createProductParams>): Product {
  const product: Product = {
    id: newId('prod'),
    object: 'product',
    active: true,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    name: input.name,
  }
  state.products[product.id] = product
  return product
}

export function updateProduct({ state }: Account, input: z.output<typeof updateProductParams>, id: string): Product {
  const product = find(state.products, 'product', id)
  return Object.assign(product, {
    name: input.name ?? product.name,
    description: input.description ?? product.description,
    metadata: { ...product.metadata, ...input.metadata },
  })
}

/** Two prices never share a lookup key: the older one loses it, when the call says so. */
export function createPrice({ state }: Account, input: z.output<typeof createPriceParams>): Price {
  find(state.products, 'product', input.product, 'product')
  const holder = input.lookup_key && Object.values(state.prices).find((one) => one.lookup_key === input.lookup_key)
  if (holder) {
    if (!input.transfer_lookup_key) throw invalid('lookup_key', `A price (${holder.id}) already uses that lookup key.`)
    holder.lookup_key = null
  }
  const { interval, interval_count = 1 } = input.recurring
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: true,
    currency: input.currency,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    product: input.product,
    recurring: { interval, interval_count },
    unit_amount: input.unit_amount,
  }
  state.prices[price.id] = price
  return price
}

export function updatePrice({ state }: Account, input: z.output<typeof updatePriceParams>, id: string): Price {
  const price = find(state.prices, 'price', id)
  return Object.assign(price, {
    active: input.active ?? price.active,
    metadata: { ...price.metadata, ...input.metadata },
  })
}

export function findActivePrice({ state }: Account, id: string, param: string): Price {
  const price = find(state.prices, 'price', id, param)
  if (!price.active) throw invalid(param, 'The price specified is inactive. This field only accepts active prices.')
  return price
}
