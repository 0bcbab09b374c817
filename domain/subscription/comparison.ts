import { inEveryPlan, type Plan, type PlanFeature, type PlanId, plans } from './plans.ts'

/** A text, or whether the plan has the feature. */
export type Compared = { row: string; values: Record<PlanId, string | boolean> }

const rowOf = ({ row, text }: PlanFeature): string => row ?? text

export const each = (of: (plan: Plan) => string | boolean): Compared['values'] => ({
  free: of(plans.free),
  pro: of(plans.pro),
  clinica: of(plans.clinica),
})

/** Compares the plans: a row for each feature of any plan. */
export function comparedFeatures(): Compared[] {
  const listed = Object.values<Plan>(plans).flatMap(({ features }) => features.map(rowOf))
  return [...new Set([...inEveryPlan, ...listed])].map((row) => ({ row, values: each((plan) => valueIn(plan, row)) }))
}

function valueIn({ features }: Plan, row: string): string | boolean {
  if (inEveryPlan.includes(row)) return true
  const feature = features.find((one) => rowOf(one) === row)
  if (feature?.soon) return 'Em breve'
  return feature?.value ?? feature !== undefined
}
