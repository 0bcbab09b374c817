import { type Interval, intervals, type PaidPlanId, paidPlanIds, plans } from './plans.ts'

/** What a price is found by at Stripe: the lookup key. The amounts stand in the catalogue. */
export type PriceKey = `${PaidPlanId}_${Interval}`
export type Price = { key: PriceKey; plan: PaidPlanId; interval: Interval; amount: number }

export const prices: readonly Price[] = paidPlanIds.flatMap((plan) =>
  intervals.map((interval) => ({
    key: `${plan}_${interval}` as const,
    plan,
    interval,
    amount: plans[plan].price[interval],
  })),
)

/** Null: nothing of ours. */
export const priceOf = (key: string): Price | null => prices.find((price) => price.key === key) ?? null
