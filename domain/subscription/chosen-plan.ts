import { type Interval, intervals, type PlanId, planIds } from './plans.ts'

/** What a visitor picked on the public pages. It travels in the address: through sign-up, the mail and Google. */
export type ChosenPlan = { plan: PlanId; interval: Interval }

type Params = { get(name: string): string | null }

/** The plan that an address names ('?plan=pro&interval=year'); by the month where it names no interval of ours. */
export function chosenPlan(params: Params): ChosenPlan | null {
  const plan = planIds.find((id) => id === params.get('plan'))
  const interval = intervals.find((one) => one === params.get('interval')) ?? 'month'
  return plan ? { plan, interval } : null
}

export const chosenPlanQuery = ({ plan, interval }: ChosenPlan): string => `plan=${plan}&interval=${interval}`
export const checkoutPath = (chosen: ChosenPlan): string => `/checkout?${chosenPlanQuery(chosen)}`
