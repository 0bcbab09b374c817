import { type Interval, intervals, type PlanId, planIds } from './plans.ts'

/** The plan that a visitor picked on the public pages. The address carries it through sign-up, mail and Google. */
export type ChosenPlan = { plan: PlanId; interval: Interval }

type Params = { get(name: string): string | null }

/** Reads the plan from an address such as '?plan=pro&interval=year'. The default interval is the month. */
export function chosenPlan(params: Params): ChosenPlan | null {
  const plan = planIds.find((id) => id === params.get('plan'))
  const interval = intervals.find((one) => one === params.get('interval')) ?? 'month'
  return plan ? { plan, interval } : null
}

export const chosenPlanQuery = ({ plan, interval }: ChosenPlan): string => `plan=${plan}&interval=${interval}`
export const checkoutPath = (chosen: ChosenPlan): string => `/checkout?${chosenPlanQuery(chosen)}`
