import { useOutletContext } from 'react-router'
import type { ShownClaims } from '#domain/site.ts'
import { chosenPlanQuery } from '#domain/subscription/chosen-plan.ts'
import type { Interval } from '#domain/subscription/plans.ts'

/** Where a visitor goes from a public page; somebody sent here from a page of the app keeps it. */
export type WaysIn = {
  signIn: string
  signUp: string
  free: string
  trial: Record<Interval, string>
  /** Behind the address of another public page, so that it keeps it too. */
  kept: string
}

export function waysIn(redirect: string | null = null): WaysIn {
  const after = redirect === null ? '' : `redirect=${encodeURIComponent(redirect)}`
  const signUp = (query: string) => `/login?criar=1${query && `&${query}`}${after && `&${after}`}`
  return {
    signIn: after ? `/login?${after}` : '/login',
    signUp: signUp(''),
    free: signUp(chosenPlanQuery({ plan: 'free', interval: 'month' })),
    trial: {
      month: signUp(chosenPlanQuery({ plan: 'pro', interval: 'month' })),
      year: signUp(chosenPlanQuery({ plan: 'pro', interval: 'year' })),
    },
    kept: after && `?${after}`,
  }
}

export type Visit = { ways: WaysIn; signedIn: boolean }
/** The frame around a public page knows its visitor, and the claims that this environment shows. */
export const useVisit = () => useOutletContext<Visit & { claims: ShownClaims }>()
