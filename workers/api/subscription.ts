import { Hono } from 'hono'
import { countConsultations } from '#db/queries/subscription.ts'
import { usageReply } from '#domain/subscription/contract.ts'
import { defaultPlan } from '#domain/subscription/plans.ts'
import { usageOf } from '#domain/subscription/quota.ts'
import { monthOf } from '#domain/time.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

export const subscription = new Hono<AppEnv>().get('/usage', async (c) => {
  const now = Date.now()
  const used = await countConsultations(c.get('db'), c.get('doctor').id, monthOf(now))
  return reply(c, usageReply, usageOf(defaultPlan, used, now))
})
