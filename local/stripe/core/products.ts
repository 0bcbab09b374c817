import type { z } from 'zod'
import { type Account, find, mergeMetadata } from './account.ts'
import { invalid } from './fault.ts'
import { page } from './listing.ts'
import { flag, list, listParams, metadata, params, text, webAddress } from './params.ts'
import type { Product } from './stored.ts'

export const createProductParams = params({
  name: text,
  id: text.optional(),
  active: flag.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  url: webAddress.optional(),
})
export const updateProductParams = params({
  name: text.optional(),
  active: flag.optional(),
  default_price: text.optional(),
  description: createProductParams.shape.description.or(metadata.options[0]),
  metadata: metadata.optional(),
  url: webAddress.optional(),
})
export const listProductParams = listParams({ active: flag.optional(), ids: list(text).optional() })

export function createProduct(account: Account, asked: z.output<typeof createProductParams>): Product {
  const id = asked.id ?? account.newId('prod')
  const { products } = account.state
  if (products[id]) throw invalid('id', `Product already exists with ID: ${id}.`, 'resource_already_exists')
  const product: Product = {
    id,
    object: 'product',
    active: asked.active ?? true,
    created: account.now(),
    default_price: null,
    description: asked.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, asked.metadata),
    name: asked.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: account.now(),
    url: asked.url ?? null,
  }
  products[id] = product
  return product
}

export function updateProduct(account: Account, id: string, asked: z.output<typeof updateProductParams>): Product {
  const product = find(account.state.products, 'product', id)
  if (asked.default_price) find(account.state.prices, 'price', asked.default_price, 'default_price')
  return Object.assign(product, {
    name: asked.name ?? product.name,
    active: asked.active ?? product.active,
    default_price: asked.default_price ?? product.default_price,
    description: asked.description === undefined ? product.description : asked.description || null,
    metadata: mergeMetadata(product.metadata, asked.metadata),
    url: asked.url ?? product.url,
    updated: account.now(),
  })
}

export const retrieveProduct = (account: Account, id: string) => find(account.state.products, 'product', id)

export function listProducts(account: Account, asked: z.output<typeof listProductParams>) {
  const { active, ids } = asked
  const all = Object.values(account.state.products).filter(
    (one) => (active === undefined || one.active === active) && (!ids || ids.includes(one.id)),
  )
  return page(all, '/v1/products', asked)
}
