import type { Specialty } from '../record/specialty.ts'
import { defaultPlan, type Interval, type PaidPlanId, type Plan, plans } from './plans.ts'

/** Stripe's own words. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What stands of a doctor's subscription. Times are Stripe's: epoch seconds. */
export type Subscription = {
  id: string
  plan: PaidPlanId
  interval: Interval
  /** What it is charged with, in centavos: the catalogue may have changed since. */
  amount: number
  status: SubscriptionStatus
  currentPeriodStart: number
  currentPeriodEnd: number
  trialEnd: number | null
  /** When it ends or ended; null: it goes on. */
  endsAt: number | null
  cancelAtPeriodEnd: boolean
}

/** Whether it goes on. */
type Term = Pick<Subscription, 'status' | 'endsAt'>

export const subscriptionStates = [
  'free',
  'trial',
  'active',
  'cancelling',
  'past_due',
  'trial_expired',
  'cancelled',
] as const
type SubscriptionState = (typeof subscriptionStates)[number]

export type Entitlement = {
  /** Whose limits hold now. */
  plan: Plan
  state: SubscriptionState
  trialDaysRemaining: number
  /** When what is paid or tried ends, or ended; null: it goes on, or there was nothing. */
  endsAt: number | null
  cancelAtPeriodEnd: boolean
}

const DAY_MS = 24 * 60 * 60_000
const ms = (seconds: number) => seconds * 1_000
const isOver = (seconds: number | null, now: number) => seconds !== null && ms(seconds) <= now

/** Rounded up, and never below nothing. */
export const trialDaysRemaining = (trialEnd: number | null, now: number): number =>
  trialEnd === null ? 0 : Math.max(0, Math.ceil((ms(trialEnd) - now) / DAY_MS))

const inTrial = ({ status, trialEnd }: Subscription, now: number) =>
  status === 'trialing' && trialEnd !== null && !isOver(trialEnd, now)

/** The trial ended and no paid month began: whoever paid once and stopped has no expired trial. */
const trialExpired = ({ status, trialEnd, currentPeriodEnd }: Subscription, now: number) =>
  status === 'trialing'
    ? trialEnd === null || isOver(trialEnd, now)
    : status !== 'active' && trialEnd !== null && isOver(trialEnd, now) && currentPeriodEnd <= trialEnd

const hasEnded = ({ status, endsAt }: Term, now: number) =>
  status === 'canceled' || status === 'incomplete_expired' || isOver(endsAt, now)

/** RULES.md, [E1] to [E8]. */
export function entitlementOf(stands: Subscription | null, now: number): Entitlement {
  const free = { plan: defaultPlan, trialDaysRemaining: 0, endsAt: null, cancelAtPeriodEnd: false }
  if (!stands) return { ...free, state: 'free' }
  const ended = ms(stands.endsAt ?? stands.currentPeriodEnd)
  if (trialExpired(stands, now)) {
    const end = stands.trialEnd ?? stands.currentPeriodEnd
    // Cancelled at once it ended before its day.
    return { ...free, state: 'trial_expired', endsAt: ms(Math.min(end, stands.endsAt ?? end)) }
  }
  if (hasEnded(stands, now)) return { ...free, state: 'cancelled', endsAt: ended }
  const trial = inTrial(stands, now)
  if (!trial && stands.status !== 'active') return { ...free, state: 'past_due' }
  const cancelling = stands.cancelAtPeriodEnd || stands.endsAt !== null
  return {
    plan: plans[stands.plan],
    state: cancelling ? 'cancelling' : trial ? 'trial' : 'active',
    trialDaysRemaining: trial ? trialDaysRemaining(stands.trialEnd, now) : 0,
    endsAt: cancelling ? ended : null,
    cancelAtPeriodEnd: cancelling,
  }
}

/** Stripe would go on charging, or asking for, this one: there is no place for a second beside it. */
export const isLive = (stands: Term | null, now: number): boolean =>
  stands !== null && stands.status !== 'incomplete' && !hasEnded(stands, now)

/** What is known of one that goes on ends here: Stripe has begun a new period, or ended it. */
export const periodIsOver = (stands: Subscription, now: number): boolean =>
  isLive(stands, now) && isOver(stands.currentPeriodEnd, now)

const first = (a: boolean, b: boolean) => Number(b) - Number(a)

/**
 * Which of several counts: one that gives its plan before one that doesn't, one that goes on before one that ends, then
 * the newest, and of one second the greatest name: whoever reads chooses the same. `others` would go on charging too.
 */
export function countingOf<S extends Subscription & { created: number }>(
  all: readonly S[],
  now: number,
): { counts: S | null; others: number } {
  const gives = (one: S) => entitlementOf(one, now).plan.id !== defaultPlan.id
  const goesOn = (one: S) => isLive(one, now) && one.endsAt === null
  const [counts = null] = all.toSorted(
    (a, b) =>
      first(gives(a), gives(b)) ||
      first(isLive(a, now), isLive(b, now)) ||
      first(goesOn(a), goesOn(b)) ||
      b.created - a.created ||
      (a.id < b.id ? 1 : -1),
  )
  return { counts, others: all.filter((one) => one !== counts && goesOn(one)).length }
}

export const maySpecialise = (plan: Plan, specialty: Specialty): boolean =>
  plan.specialties === 'all' || specialty === 'general'
