import { InOtherPlans } from '#app/features/subscription/upgrade-prompt.tsx'
import { messageOf } from '#domain/errors.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import { maySpecialise } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Loaded } from '../session.ts'

/**
 * The specialties that the plan does not include, and a link to plans that do. If the plan is unknown, the server
 * refuses.
 */
export function planGate({ data }: Loaded<Usage>) {
  if (!data) return undefined
  const plan = plans[data.plan.id]
  if (plan.specialties === 'all') return undefined
  return {
    closed: (specialty: Specialty) => !maySpecialise(plan, specialty),
    mark: 'Pro',
    way: <InOtherPlans unpaid={data.unpaid}>{messageOf('plan_needed')}</InOtherPlans>,
  }
}
