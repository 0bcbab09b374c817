import { type Context, Hono } from 'hono'
import { readStanding } from '#db/queries/subscription.ts'
import { type SubscriptionInfo, subscriptionReply, usageReply } from '#domain/subscription/contract.ts'
import { entitlementOf, isLive } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import { usageOf } from '#domain/subscription/quota.ts'
import { monthOf } from '#domain/time.ts'
import { heardAnew } from '../subscription/unheard.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

const ms = (seconds: number) => seconds * 1_000

/** Returns the doctor's plan, its reason and its usage. Asks Stripe first when a period has ended without an event. */
export async function subscriptionOf(
  c: Context<AppEnv>,
  how: 'stored' | 'heard' = 'stored',
): Promise<SubscriptionInfo> {
  const db = c.get('db')
  const doctorId = c.get('doctor').id
  const read = () => readStanding(db, doctorId, monthOf(Date.now()))
  let current = await read()
  if (how === 'heard' && (await heardAnew(c.env, db, doctorId, current.subscription))) current = await read()
  const { subscription: stands, others, used, trialUsedAt } = current
  const now = Date.now()
  const { plan, ...entitled } = entitlementOf(stands, now)
  return {
    ...entitled,
    plan: { id: plan.id, name: plan.name },
    trialEnd: stands?.trialEnd ? ms(stands.trialEnd) : null,
    trialAvailable: trialUsedAt === null,
    subscription: stands && {
      id: stands.id,
      plan: { id: stands.plan, name: plans[stands.plan].name },
      interval: stands.interval,
      amount: stands.amount,
      status: stands.status,
      currentPeriodStart: ms(stands.currentPeriodStart),
      currentPeriodEnd: ms(stands.currentPeriodEnd),
      live: isLive(stands, now),
      others,
    },
    usage: usageOf({ plan, state: entitled.state }, used, now),
  }
}

export const subscription = new Hono<AppEnv>()
  .get('/subscription', async (c) => reply(c, subscriptionReply, await subscriptionOf(c, 'heard')))
  .get('/usage', async (c) => reply(c, usageReply, (await subscriptionOf(c, 'heard')).usage))
