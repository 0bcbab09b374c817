import { type ChosenPlan, checkoutPath, chosenPlan, chosenPlanQuery } from '#domain/subscription/chosen-plan.ts'
import { plans } from '#domain/subscription/plans.ts'
import { appPath } from './app-path.ts'

/**
 * Where a visitor continues after signing in: with the chosen plan, on the page that required it. The address carries
 * it, so that it works for a link opened in another browser.
 */
export type WayOn = { chosen: ChosenPlan | null; redirect: string | null }

type Params = { get(name: string): string | null }
/** Reads the way on from an address; drops invalid parts. */
export const wayOnOf = (params: Params): WayOn => ({
  chosen: chosenPlan(params),
  redirect: ifShort(appPath(params.get('redirect'))),
})

/** The API takes return addresses of 1,000 characters: a longer page is not come back to. */
const REDIRECT_MAX = 900
const ifShort = (path: string | null) => (path !== null && encodeURIComponent(path).length > REDIRECT_MAX ? null : path)

const isPaid = ({ plan, interval }: ChosenPlan): boolean => plans[plan].price[interval] > 0

/** The path to go to after signing in. */
export const targetOf = ({ chosen, redirect }: WayOn): string =>
  chosen && isPaid(chosen) ? checkoutPath(chosen) : (redirect ?? '/app/dashboard')

/** `path` with its own parameters and the way on. */
export function along(path: string, { chosen, redirect }: WayOn, own: Record<string, string> = {}): string {
  const query = [
    ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
    ...(chosen ? [chosenPlanQuery(chosen)] : []),
    // A link after a mail is accepted only with a small set of characters.
    ...(redirect ? [`redirect=${encodeURIComponent(redirect).replace(/[!'()*~]/g, escaped)}`] : []),
  ].join('&')
  return query ? `${path}?${query}` : path
}
const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
