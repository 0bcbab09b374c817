import type { Account } from './core/account.ts'
import { createCustomer } from './core/customers.ts'
import { attachCard } from './core/payment-methods.ts'
import { collectFor, startSubscription } from './core/subscription-life.ts'

/** What the demonstration doctor has at Stripe: the seeded database says the same. */
export const DEMONSTRATION = {
  customer: 'cus_Demonstracao00',
  subscription: 'sub_Demonstracao0000000000000',
  price: 'pro_month',
} as const

export type Subscriber = { doctor: string; email: string }

/** Subscribes the demonstration doctor to Pro, by a card that pays, unless that was done by an earlier run. */
export function stockDemonstration(account: Account, { doctor, email }: Subscriber): void {
  const { customers, prices } = account.state
  const price = Object.values(prices).find((one) => one.lookup_key === DEMONSTRATION.price)
  if (customers[DEMONSTRATION.customer] || !price) return
  const fixed: Record<string, string> = { cus: DEMONSTRATION.customer, sub: DEMONSTRATION.subscription }
  const named = { ...account, newId: (prefix: string) => fixed[prefix] ?? account.newId(prefix) }
  const customer = createCustomer(named, { email, metadata: { doctor_id: doctor }, preferred_locales: ['pt-BR'] })
  const method = attachCard(named, customer.id, 'pays')
  const metadata = { key: DEMONSTRATION.price, doctor_id: doctor }
  const ordered = { price: price.id, quantity: 1, missingPaymentMethod: 'cancel', metadata } as const
  const { subscription, invoice } = startSubscription(named, customer.id, ordered, method.id)
  collectFor(named, subscription, invoice)
}
