import { z } from 'zod'
import { findCustomer, findSubscription } from '../core/account.ts'
import { ageCustomer } from '../core/ageing.ts'
import { completeSession } from '../core/checkout.ts'
import { Fault } from '../core/fault.ts'
import { endPeriodNow } from '../core/subscriptions.ts'
import { type Asked, json, type Reply } from './api.ts'
import type { Desk } from './desk.ts'

const card = z.enum(['pays', 'fails', 'refused', 'none'])
const events = z.array(z.string())
/** What tests and people may do to the stand-in that no customer of Stripe can. */
const controls = {
  advance: z.strictObject({ seconds: z.number().int().min(0) }),
  age: z.strictObject({ customer: z.string(), seconds: z.number().int().min(0) }),
  'next-payment': z.strictObject({ customer: z.string(), outcome: z.enum(['ok', 'decline']) }),
  fail: z.strictObject({ path: z.string(), about: z.string() }),
  renew: z.strictObject({ subscription: z.string() }),
  checkout: z.strictObject({ session: z.string(), card, email: z.string().optional() }),
  reset: z.strictObject({}),
  webhooks: z.strictObject({ held: z.boolean().optional(), url: z.string().optional() }),
  'webhooks/deliver': z.strictObject({ events, at: z.number().int().optional() }),
  'webhooks/signed': z.strictObject({ events, at: z.number().int().optional() }),
} as const
export type Controls = { [Name in keyof typeof controls]: z.input<(typeof controls)[Name]> }

type Acts = { [Name in keyof typeof controls]: (desk: Desk, asked: z.output<(typeof controls)[Name]>) => unknown }
const status = ({ webhooks }: Desk) => ({ url: webhooks.url, held: webhooks.held, undelivered: webhooks.waiting() })
const acts: Acts = {
  advance: (desk, { seconds }) => {
    desk.ledger.state.ahead += seconds
    return desk.work(({ now }) => ({ now: now() }))
  },
  age: (desk, { customer, seconds }) =>
    desk.work((account) => {
      ageCustomer(account, customer, seconds)
      return {}
    }),
  'next-payment': (desk, { customer, outcome }) =>
    desk.work((account) => {
      account.state.nextPayment[findCustomer(account, customer, 'customer').id] = outcome
      return {}
    }),
  renew: (desk, { subscription }) =>
    desk.work((account) => endPeriodNow(account, findSubscription(account, subscription).id)),
  fail: (desk, { path, about }) => {
    desk.failNext(`/v1/${path}`, about)
    return {}
  },
  checkout: (desk, { session, card, email = 'medica@relato.example' }) =>
    desk.work((account) => completeSession(account, session, email, card)),
  reset: (desk) => {
    desk.reset()
    return {}
  },
  webhooks: (desk, change) => {
    desk.webhooks.set(change)
    return status(desk)
  },
  'webhooks/deliver': async (desk, asked) => ({ statuses: await desk.webhooks.deliver(asked.events, asked.at) }),
  'webhooks/signed': (desk, asked) => ({ signed: desk.webhooks.signed(asked.events, asked.at) }),
}

/** GET webhooks: what is undelivered. POST anything else: see `controls`. Its key is the API's. */
export async function callControl(
  desk: Desk,
  secretKey: string,
  { method, url, headers, body }: Asked,
): Promise<Reply> {
  if (headers.get('authorization') !== `Bearer ${secretKey}`) return json(401, { error: 'no key' })
  const name = url.pathname.replace('/_control/', '')
  if (method === 'GET' && name === 'webhooks') return json(200, status(desk))
  if (method !== 'POST' || !Object.hasOwn(controls, name)) return json(404, { error: `no control ${method} ${name}` })
  const known = name as keyof typeof controls
  const parsed = controls[known].safeParse(JSON.parse(body || '{}'))
  if (!parsed.success) return json(400, { error: z.prettifyError(parsed.error) })
  try {
    const act = acts[known] as (desk: Desk, asked: unknown) => unknown
    return json(200, await act(desk, parsed.data))
  } catch (error) {
    if (error instanceof Fault) return json(error.status, { error: error.message })
    throw error
  }
}
