import { chosenPlanQuery } from '#domain/subscription/chosen-plan.ts'

/** Where a visitor goes from a public page; somebody sent here from a page of the app keeps it. */
export type WaysIn = { signIn: string; signUp: string; trial: string }

export function waysIn(redirect: string | null = null): WaysIn {
  const after = redirect === null ? '' : `redirect=${encodeURIComponent(redirect)}`
  return {
    signIn: after ? `/login?${after}` : '/login',
    signUp: `/login?criar=1${after && `&${after}`}`,
    trial: `/login?criar=1&${chosenPlanQuery({ plan: 'pro', interval: 'month' })}${after && `&${after}`}`,
  }
}
