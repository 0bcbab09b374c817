import { monthOf } from '../time.ts'
import type { Usage } from './contract.ts'
import type { Entitlement } from './entitlement.ts'

export const usageOf = ({ plan, state }: Pick<Entitlement, 'plan' | 'state'>, used: number, now: number): Usage => ({
  plan: { id: plan.id, name: plan.name },
  used,
  limit: plan.consultations,
  renewsAt: monthOf(now).end,
  unpaid: state === 'past_due',
})

/** The share of the month's quota in use, 0 to 1; null without limit. */
export const shareOf = ({ used, limit }: Pick<Usage, 'used' | 'limit'>): number | null =>
  limit === null ? null : limit === 0 ? 1 : Math.min(1, used / limit)
