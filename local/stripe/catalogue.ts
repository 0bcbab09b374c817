import { intervals, plans } from '#domain/subscription/plans.ts'
import type { Account } from './core/account.ts'
import { createConfiguration } from './core/portal.ts'
import { createPrice } from './core/prices.ts'
import { createProduct } from './core/products.ts'

/** The plans that cost something, as prices with the lookup keys that the app asks for; and a portal that lets all be done. */
export function stockCatalogue(account: Account): void {
  const { prices, portalConfigurations } = account.state
  for (const plan of Object.values(plans)) {
    const wanted = intervals
      .map((interval) => ({ interval, amount: plan.price[interval], key: `${plan.id}_${interval}` }))
      .filter(({ amount, key }) => {
        const known = Object.values(prices).find((one) => one.lookup_key === key)
        return amount > 0 && known?.unit_amount !== amount
      })
    if (wanted.length === 0) continue
    const known = Object.values(account.state.products).find((one) => one.metadata.plan === plan.id)
    const details = { name: `Relato ${plan.name}`, description: plan.description, metadata: { plan: plan.id } }
    const product = known ?? createProduct(account, details)
    for (const { interval, amount, key } of wanted)
      createPrice(account, {
        currency: 'brl',
        product: product.id,
        unit_amount: amount,
        recurring: { interval },
        lookup_key: key,
        // A price that is replaced loses its lookup key, and is known by this.
        metadata: { key },
        transfer_lookup_key: true,
      })
  }
  if (Object.values(portalConfigurations).some((one) => one.is_default)) return
  const on = { enabled: true }
  const features = {
    customer_update: on,
    invoice_history: on,
    payment_method_update: on,
    subscription_cancel: on,
    subscription_update: {
      ...on,
      default_allowed_updates: ['price' as const],
      proration_behavior: 'create_prorations' as const,
    },
  }
  createConfiguration(account, { features }, true)
}
