import { type Context, Hono } from 'hono'
import { readSubscriptionState } from '#db/queries/subscription.ts'
import { type SubscriptionInfo, subscriptionReply, usageReply } from '#domain/subscription/contract.ts'
import { entitlementOf, isLive } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import { usageOf } from '#domain/subscription/quota.ts'
import { monthOf } from '#domain/time.ts'
import { syncEndedPeriod } from '../subscription/sync.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

const ms = (seconds: number) => seconds * 1_000

/** Returns the doctor's plan, its reason and its usage. Asks Stripe first when a period has ended without an event. */
export async function subscriptionOf(
  c: Context<AppEnv>,
  source: 'stored' | 'synced' = 'stored',
): Promise<SubscriptionInfo> {
  const db = c.get('db')
  const doctorId = c.get('doctor').id
  const read = () => readSubscriptionState(db, doctorId, monthOf(Date.now()))
  let current = await read()
  if (source === 'synced' && (await syncEndedPeriod(c.env, db, doctorId, current.subscription))) current = await read()
  const { subscription: stored, others, used, trialUsedAt } = current
  const now = Date.now()
  const { plan, ...entitled } = entitlementOf(stored, now)
  return {
    ...entitled,
    plan: { id: plan.id, name: plan.name },
    trialEnd: stored?.trialEnd ? ms(stored.trialEnd) : null,
    trialAvailable: trialUsedAt === null,
    subscription: stored && {
      id: stored.id,
      plan: { id: stored.plan, name: plans[stored.plan].name },
      interval: stored.interval,
      amount: stored.amount,
      status: stored.status,
      currentPeriodStart: ms(stored.currentPeriodStart),
      currentPeriodEnd: ms(stored.currentPeriodEnd),
      live: isLive(stored, now),
      others,
    },
    usage: usageOf({ plan, state: entitled.state }, used, now),
  }
}

export const subscription = new Hono<AppEnv>()
  .get('/subscription', async (c) => reply(c, subscriptionReply, await subscriptionOf(c, 'synced')))
  .get('/usage', async (c) => reply(c, usageReply, (await subscriptionOf(c, 'synced')).usage))
