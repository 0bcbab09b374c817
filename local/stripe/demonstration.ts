import { plans } from '#domain/subscription/plans.ts'
import { prices } from '#domain/subscription/price.ts'
import type { Account } from './account.ts'
import { createCustomer } from './checkout.ts'
import { createPrice, createProduct } from './prices.ts'
import { startSubscription } from './subscriptions.ts'

/** The demonstration doctor's subscription: the seeded database holds the same. */
export const DEMONSTRATION = {
  customer: 'cus_Demonstracao00',
  subscription: 'sub_Demonstracao0000000000000',
  price: 'pro_month',
} as const

/** Creates the prices of the catalogue that are missing or cost another amount. */
export function stockCatalogue(account: Account): void {
  const { state } = account
  for (const { key, plan, amount, interval } of prices) {
    if (Object.values(state.prices).some((one) => one.lookup_key === key && one.unit_amount === amount)) continue
    const { id: product } =
      Object.values(state.products).find(({ metadata }) => metadata.plan === plan) ??
      createProduct(account, {
        name: `Relato ${plans[plan].name}`,
        description: plans[plan].description,
        metadata: { plan },
      })
    createPrice(account, {
      currency: 'brl',
      product,
      unit_amount: amount,
      recurring: { interval },
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { key },
    })
  }
}

export type Subscriber = { doctor: string; email: string }

/** Subscribes the demonstration doctor to Pro with a card that pays, unless an earlier run has done so. */
export function stockDemonstration(account: Account, { doctor, email }: Subscriber): void {
  const { customers, prices, cards } = account.state
  const { customer, subscription, price: key } = DEMONSTRATION
  const price = Object.values(prices).find((one) => one.lookup_key === key)
  if (customers[customer] || !price) return
  const metadata = { key, doctor_id: doctor }
  createCustomer(account, { email, metadata, preferred_locales: ['pt-BR'] }, customer)
  cards[customer] = 'pays'
  startSubscription(account, customer, { price, trialDays: undefined, metadata }, subscription)
}
