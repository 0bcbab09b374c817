import { formatMoney } from '#app/lib/format.ts'
import type { Interval, Plan } from '#domain/subscription/plans.ts'

export const perInterval: Record<Interval, string> = { month: '/mês', year: '/ano' }

/** R$ 197,00/mês */
export const priceIn = ({ price }: Pick<Plan, 'price'>, interval: Interval): string =>
  formatMoney(price[interval]) + perInterval[interval]
