import { useOutletContext } from 'react-router'
import type { ShownClaims } from '#domain/site.ts'
import { chosenPlanQuery } from '#domain/subscription/chosen-plan.ts'
import type { Interval } from '#domain/subscription/plans.ts'

/** The links into the app from a public page; they keep the page that sent the visitor away. */
export type WaysIn = {
  signIn: string
  signUp: string
  free: string
  trial: Record<Interval, string>
  /** The query to append to links to other public pages, so that they keep it too. */
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
/** The visitor and this environment's claims, from the frame of the public pages. */
export const useVisit = () => useOutletContext<Visit & { claims: ShownClaims }>()
