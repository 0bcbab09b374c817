import type { Account } from './account.ts'
import { issueInvoice } from './invoices.ts'
import { planOf, sellablePrice } from './prices.ts'
import type { Price, Subscription } from './stored.ts'
import { beginPeriod, change, collectFor, itemOf } from './subscription-life.ts'

export type ProrationBehaviour = 'always_invoice' | 'create_prorations' | 'none'
type Swap = { price: string; quantity: number; prorating: ProrationBehaviour }

const rhythm = ({ recurring }: Price) => `${recurring?.interval_count} ${recurring?.interval}`

/**
 * Another price from now on. Within the same interval the difference goes to the next invoice, or to one now; with
 * another interval a new period begins at once. In a trial nothing is owed, and the trial goes on.
 * https://docs.stripe.com/billing/subscriptions/change-price
 */
export function changePrice(account: Account, subscription: Subscription, swap: Swap, param: string): void {
  const item = itemOf(subscription)
  const { price, amount } = sellablePrice(account, swap.price, param)
  const before = item.price
  if (before.id === price.id && swap.quantity === item.quantity) return
  const now = account.now()
  const whole = item.current_period_end - item.current_period_start
  const left = Math.max(0, item.current_period_end - now) / whole
  const trialing = subscription.status === 'trialing'
  const sameRhythm = rhythm(before) === rhythm(price)
  const prorated = !trialing && swap.prorating !== 'none'
  if (prorated) {
    const lines = account.state.prorations[subscription.id] ?? []
    const unused = -Math.round((before.unit_amount ?? 0) * (item.quantity ?? 1) * left)
    lines.push({ description: 'Tempo não usado do preço anterior', amount: unused })
    if (sameRhythm)
      lines.push({ description: 'Tempo restante no novo preço', amount: Math.round(amount * swap.quantity * left) })
    account.state.prorations[subscription.id] = lines
  }
  const take = () => {
    item.price = structuredClone(price)
    item.plan = planOf(price)
    item.quantity = swap.quantity
  }
  if (!trialing && !sameRhythm) {
    beginPeriod(account, subscription, 'subscription_update', subscription.status, () => {
      take()
      subscription.billing_cycle_anchor = now
    })
    return
  }
  change(account, subscription, take)
  if (prorated && swap.prorating === 'always_invoice')
    collectFor(account, subscription, issueInvoice(account, subscription, 'subscription_update', 'charged before'))
}
