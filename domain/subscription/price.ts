import { type Interval, intervals, type PaidPlanId, paidPlanIds, plans } from './plans.ts'

/** The lookup key of a price at Stripe. The catalogue holds the amounts. */
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

/** Null for a key that is not ours. */
export const priceOf = (key: string): Price | null => prices.find((price) => price.key === key) ?? null
