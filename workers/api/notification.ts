import { Hono } from 'hono'
import { notificationFacts } from '#db/queries/notification.ts'
import { notificationsQuery, notificationsReply } from '#domain/notification/contract.ts'
import { FACTS_MS } from '#domain/notification/notification.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { reply, validated } from './body.ts'
import type { AppEnv } from './context.ts'

const query = validated('query', notificationsQuery, 'invalid_body')

/** Every open page calls this each minute: only a list that is new to the page is logged as a patient read. */
export const notifications = new Hono<AppEnv>().get('/', query, async (c) => {
  const now = Date.now()
  const period = { since: now - FACTS_MS, now }
  const { facts, structuring } = await notificationFacts(c.get('db'), c.get('doctor').id, period)
  const version = await sha256Hex(JSON.stringify(facts))
  if (version === c.req.valid('query').known) return reply(c, notificationsReply, { version, facts: null, structuring })
  if (facts.some(({ consultationId }) => consultationId !== null))
    c.get('audit')('consultations_listed', 'doctor', c.get('doctor').id)
  return reply(c, notificationsReply, { version, facts, structuring })
})
