import type { Specialty } from '../record/specialty.ts'
import { defaultPlan, type Interval, type PaidPlanId, type Plan, plans } from './plans.ts'

/** Stripe's statuses. */
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

/** A doctor's subscription as last read from Stripe. Times are epoch seconds, as Stripe's. */
export type Subscription = {
  id: string
  plan: PaidPlanId
  interval: Interval
  /** The charge in centavos. The catalogue may have changed since. */
  amount: number
  status: SubscriptionStatus
  currentPeriodStart: number
  currentPeriodEnd: number
  trialEnd: number | null
  /** The end, past or future; null if it continues. */
  endsAt: number | null
  cancelAtPeriodEnd: boolean
}

/** The fields that decide whether it continues. */
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
  /** The plan whose limits apply now. */
  plan: Plan
  state: SubscriptionState
  trialDaysRemaining: number
  /** The end of the paid period or the trial, past or future; null if it continues or never existed. */
  endsAt: number | null
  cancelAtPeriodEnd: boolean
}

const DAY_MS = 24 * 60 * 60_000
const ms = (seconds: number) => seconds * 1_000
const isOver = (seconds: number | null, now: number) => seconds !== null && ms(seconds) <= now

/** Rounded up, and never negative. */
export const trialDaysRemaining = (trialEnd: number | null, now: number): number =>
  trialEnd === null ? 0 : Math.max(0, Math.ceil((ms(trialEnd) - now) / DAY_MS))

const inTrial = ({ status, trialEnd }: Subscription, now: number) =>
  status === 'trialing' && trialEnd !== null && !isOver(trialEnd, now)

/** The trial ended and no paid period began. A doctor who paid once and stopped has no expired trial. */
const trialExpired = ({ status, trialEnd, currentPeriodEnd }: Subscription, now: number) =>
  status === 'trialing'
    ? trialEnd === null || isOver(trialEnd, now)
    : status !== 'active' && trialEnd !== null && isOver(trialEnd, now) && currentPeriodEnd <= trialEnd

const hasEnded = ({ status, endsAt }: Term, now: number) =>
  status === 'canceled' || status === 'incomplete_expired' || isOver(endsAt, now)

/** RULES.md, [E1] to [E8]. */
export function entitlementOf(subscription: Subscription | null, now: number): Entitlement {
  const free = { plan: defaultPlan, trialDaysRemaining: 0, endsAt: null, cancelAtPeriodEnd: false }
  if (!subscription) return { ...free, state: 'free' }
  const ended = ms(subscription.endsAt ?? subscription.currentPeriodEnd)
  if (trialExpired(subscription, now)) {
    const end = subscription.trialEnd ?? subscription.currentPeriodEnd
    // A trial that was cancelled at once ended early.
    return { ...free, state: 'trial_expired', endsAt: ms(Math.min(end, subscription.endsAt ?? end)) }
  }
  if (hasEnded(subscription, now)) return { ...free, state: 'cancelled', endsAt: ended }
  const trial = inTrial(subscription, now)
  if (!trial && subscription.status !== 'active') return { ...free, state: 'past_due' }
  const cancelling = subscription.cancelAtPeriodEnd || subscription.endsAt !== null
  return {
    plan: plans[subscription.plan],
    state: cancelling ? 'cancelling' : trial ? 'trial' : 'active',
    trialDaysRemaining: trial ? trialDaysRemaining(subscription.trialEnd, now) : 0,
    endsAt: cancelling ? ended : null,
    cancelAtPeriodEnd: cancelling,
  }
}

/** True while Stripe charges the subscription or requests its payment. A second one beside it is refused. */
export const isLive = (subscription: Term | null, now: number): boolean =>
  subscription !== null && subscription.status !== 'incomplete' && !hasEnded(subscription, now)

/** The stored period is over: Stripe has started the next one, or ended the subscription. */
export const hasPeriodEnded = (subscription: Subscription, now: number): boolean =>
  isLive(subscription, now) && isOver(subscription.currentPeriodEnd, now)

const first = (a: boolean, b: boolean) => Number(b) - Number(a)

/**
 * Selects the subscription that counts. One that gives its plan comes first, then one that continues, then the newest.
 * The id decides between two of one second, so that every reader selects the same. `others` counts further charges.
 */
export function selectSubscription<S extends Subscription & { created: number }>(
  all: readonly S[],
  now: number,
): { selected: S | null; others: number } {
  const gives = (one: S) => entitlementOf(one, now).plan.id !== defaultPlan.id
  const continues = (one: S) => isLive(one, now) && one.endsAt === null
  const [selected = null] = all.toSorted(
    (a, b) =>
      first(gives(a), gives(b)) ||
      first(isLive(a, now), isLive(b, now)) ||
      first(continues(a), continues(b)) ||
      b.created - a.created ||
      (a.id < b.id ? 1 : -1),
  )
  return { selected, others: all.filter((one) => one !== selected && continues(one)).length }
}

export const maySpecialise = (plan: Plan, specialty: Specialty): boolean =>
  plan.specialties === 'all' || specialty === 'general'
