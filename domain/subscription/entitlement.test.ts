import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specialties } from '../record/specialty.ts'
import {
  entitlementOf,
  hasPeriodEnded,
  isLive,
  maySpecialise,
  type Subscription,
  selectSubscription,
  subscriptionStatuses,
  trialDaysRemaining,
} from './entitlement.ts'
import { intervals, paidPlanIds, plans } from './plans.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const seconds = NOW / 1_000
const DAY = 24 * 60 * 60

const paid: Subscription = {
  id: 'sub_1',
  plan: 'pro',
  interval: 'month',
  amount: plans.pro.price.month,
  status: 'active',
  currentPeriodStart: seconds - 10 * DAY,
  currentPeriodEnd: seconds + 20 * DAY,
  trialEnd: null,
  endsAt: null,
  cancelAtPeriodEnd: false,
}
const trial: Subscription = {
  ...paid,
  status: 'trialing',
  currentPeriodEnd: seconds + 4 * DAY,
  trialEnd: seconds + 4 * DAY,
}
const look = (change: Partial<Subscription>, from = paid, now = NOW) => {
  const { plan, ...rest } = entitlementOf({ ...from, ...change }, now)
  return { plan: plan.id, ...rest }
}

test('[E1] without a subscription a doctor is on the Free plan', () => {
  expect(entitlementOf(null, NOW)).toEqual({
    plan: plans.free,
    state: 'free',
    trialDaysRemaining: 0,
    endsAt: null,
    cancelAtPeriodEnd: false,
  })
})

test('[E2] a trial or an active subscription gives its plan', () => {
  expect(look({})).toMatchObject({ plan: 'pro', state: 'active', trialDaysRemaining: 0 })
  expect(look({ plan: 'clinica' }, trial)).toMatchObject({ plan: 'clinica', state: 'trial', trialDaysRemaining: 4 })
  // Paid from the trial on.
  expect(look({ trialEnd: seconds - DAY })).toMatchObject({ plan: 'pro', state: 'active' })
})

test('[E3] a trial expires in the second of its end, without a webhook; a paid subscription is no trial', () => {
  const end = (trial.trialEnd ?? 0) * 1_000
  expect(look({}, trial, end - 1)).toMatchObject({ plan: 'pro', state: 'trial', trialDaysRemaining: 1 })
  expect(look({}, trial, end)).toMatchObject({ plan: 'free', state: 'trial_expired', endsAt: end })
  const unpaid = { ...trial, status: 'canceled' as const, endsAt: trial.trialEnd }
  expect(look({}, unpaid, end)).toMatchObject({ plan: 'free', state: 'trial_expired' })
  // Given up at once in the middle, it ended then: before its day and after it.
  const middle = { ...trial, status: 'canceled' as const, endsAt: seconds - DAY }
  expect(look({}, middle)).toMatchObject({ state: 'cancelled', endsAt: NOW - DAY * 1_000 })
  expect(look({}, middle, end)).toMatchObject({ state: 'trial_expired', endsAt: NOW - DAY * 1_000 })
  const longAgo = { trialEnd: seconds - 40 * DAY }
  expect(look({ ...longAgo, status: 'canceled', endsAt: seconds - DAY })).toMatchObject({ state: 'cancelled' })
  expect(look({ ...longAgo, status: 'past_due' })).toMatchObject({ state: 'past_due' })
})

test('[E4] an unpaid subscription has the limits of Free', () => {
  for (const status of ['past_due', 'unpaid', 'incomplete', 'paused'] as const)
    expect(look({ status })).toMatchObject({ plan: 'free', state: 'past_due', endsAt: null })
  expect(look({ status: 'incomplete_expired' })).toMatchObject({ plan: 'free', state: 'cancelled' })
})

test('[E5] a cancelled subscription lasts until its stored end', () => {
  const until = { cancelAtPeriodEnd: true, endsAt: paid.currentPeriodEnd }
  const end = paid.currentPeriodEnd * 1_000
  expect(look(until)).toMatchObject({ plan: 'pro', state: 'cancelling', endsAt: end, cancelAtPeriodEnd: true })
  expect(look(until, paid, end)).toMatchObject({ plan: 'free', state: 'cancelled', endsAt: end })
  // By a date alone, as the portal may set it.
  expect(look({ endsAt: seconds + DAY })).toMatchObject({ plan: 'pro', state: 'cancelling', endsAt: NOW + DAY * 1_000 })
  const inTrial = { cancelAtPeriodEnd: true, endsAt: trial.trialEnd }
  expect(look(inTrial, trial)).toMatchObject({ plan: 'pro', state: 'cancelling', trialDaysRemaining: 4 })
  expect(look({ status: 'canceled', endsAt: seconds - 1 })).toMatchObject({ plan: 'free', state: 'cancelled' })
})

const moment = fc.integer({ min: seconds - 400 * DAY, max: seconds + 400 * DAY })
const anySubscription: fc.Arbitrary<Subscription> = fc.record({
  id: fc.constant('sub_1'),
  plan: fc.constantFrom(...paidPlanIds),
  interval: fc.constantFrom(...intervals),
  amount: fc.nat(),
  status: fc.constantFrom(...subscriptionStatuses),
  currentPeriodStart: moment,
  currentPeriodEnd: moment,
  trialEnd: fc.option(moment),
  endsAt: fc.option(moment),
  cancelAtPeriodEnd: fc.boolean(),
})

test('[E6] counts whole remaining days, rounded up, never negative', () => {
  expect([1, DAY, DAY + 1, 14 * DAY].map((left) => trialDaysRemaining(seconds + left, NOW))).toEqual([1, 1, 2, 14])
  expect([0, -1, -30 * DAY].map((left) => trialDaysRemaining(seconds + left, NOW))).toEqual([0, 0, 0])
  fc.assert(
    fc.property(anySubscription, (one) => {
      const { trialDaysRemaining: days, state } = entitlementOf(one, NOW)
      expect(Number.isInteger(days) && days >= 0 && !Object.is(days, -0)).toBe(true)
      expect(days > 0).toBe(one.status === 'trialing' && (state === 'trial' || (state === 'cancelling' && days > 0)))
    }),
  )
})

test('[E2] to [E5] gives a paid plan only in trial or active, and before its end', () => {
  const future = (at: number | null) => at !== null && at > seconds
  fc.assert(
    fc.property(anySubscription, (one) => {
      const entitled =
        (one.status === 'active' || (one.status === 'trialing' && future(one.trialEnd))) &&
        (one.endsAt === null || future(one.endsAt))
      const { plan, state, cancelAtPeriodEnd, endsAt } = entitlementOf(one, NOW)
      expect(plan.id).toBe(entitled ? one.plan : 'free')
      expect(['trial', 'active', 'cancelling'].includes(state)).toBe(entitled)
      expect(state === 'cancelling').toBe(cancelAtPeriodEnd)
      if (state === 'cancelling' && one.endsAt !== null) expect(endsAt).toBe(one.endsAt * 1_000)
    }),
    { numRuns: 1_000 },
  )
})

test('[E7] allows no second subscription beside one that Stripe would still charge', () => {
  expect(isLive(null, NOW)).toBe(false)
  for (const status of ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const)
    expect([status, isLive({ ...paid, status }, NOW)]).toEqual([status, true])
  for (const status of ['canceled', 'incomplete', 'incomplete_expired'] as const)
    expect([status, isLive({ ...paid, status }, NOW)]).toEqual([status, false])
  expect(isLive({ ...paid, endsAt: seconds }, NOW)).toBe(false)
})

test('[E11] an ended period that may have continued is read again from Stripe', () => {
  const end = paid.currentPeriodEnd * 1_000
  expect([hasPeriodEnded(paid, end - 1), hasPeriodEnded(paid, end)]).toEqual([false, true])
  expect(hasPeriodEnded({ ...paid, endsAt: paid.currentPeriodEnd }, end)).toBe(false)
  expect(hasPeriodEnded({ ...paid, status: 'canceled' }, end)).toBe(false)
})

test('[E10] selects a subscription that gives its plan, then one that continues, then the newest', () => {
  const one = (id: string, created: number, change: Partial<Subscription> = {}) => ({ ...paid, id, created, ...change })
  const ending = { cancelAtPeriodEnd: true, endsAt: paid.currentPeriodEnd }
  const cases: [ReturnType<typeof one>[], string, number][] = [
    [[one('old', 1), one('new', 2)], 'new', 1],
    [[one('old', 1), one('new', 2, { status: 'past_due' })], 'old', 1],
    [[one('old', 1), one('new', 2, ending)], 'old', 0],
    [[one('old', 1, ending), one('new', 2, ending)], 'new', 0],
    [[one('old', 1, { status: 'unpaid' }), one('new', 2, { status: 'canceled', endsAt: seconds - 1 })], 'old', 0],
    [[one('a', 1), one('b', 1), one('c', 1)], 'c', 2],
  ]
  for (const [all, id, others] of cases)
    for (const read of [all, all.toReversed()]) {
      const { selected, others: rest } = selectSubscription(read, NOW)
      expect([selected?.id, rest]).toEqual([id, others])
    }
  expect(selectSubscription([], NOW)).toEqual({ selected: null, others: 0 })
})

test('[E8] Free uses the Clínica Geral template, a paid plan uses all', () => {
  expect(specialties.filter((one) => maySpecialise(plans.free, one))).toEqual(['general'])
  for (const plan of paidPlanIds)
    expect(specialties.filter((one) => maySpecialise(plans[plan], one))).toEqual([...specialties])
})
