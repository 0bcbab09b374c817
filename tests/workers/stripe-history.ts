import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import { vi } from 'vitest'
import { api } from '#workers/api/api.ts'
import type { Env } from '#workers/env.ts'
import { consume } from '#workers/jobs/consumer.ts'
import { control, eventsOf, openCheckout, sdk, signed } from './billing-stage.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'

/** The five that tell a subscription's life, each with what Stripe answers from then on. */
const main = [
  'customer.subscription.created',
  'checkout.session.completed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
] as const
type Main = (typeof main)[number]
export type Told = { type: Main; event: Stripe.Event; phase: number }
export type History = { customer: string; told: Told[]; phases: string[] }

/** Runs one subscription at Stripe from its trial to its end. Records the events and the state at each event. */
export async function liveThrough(doctor: TestDoctor): Promise<History> {
  const { sessionId } = await openCheckout(doctor, 'pro_month')
  const { subscription, customer } = await control.checkout(sessionId, 'pays')
  const [id, whose] = [String(subscription), String(customer)]
  const phases: string[] = []
  const keep = async () =>
    phases.push(JSON.stringify(await sdk.subscriptions.list({ customer: whose, status: 'all', limit: 100 })))
  await keep()
  await control.renew(id)
  await keep()
  await control.declineNext(whose)
  await control.renew(id)
  await keep()
  await sdk.subscriptions.cancel(id)
  await keep()
  const events = await eventsOf(whose)
  const phase: Record<Main, number> = {
    'customer.subscription.created': 0,
    'checkout.session.completed': 0,
    'invoice.paid': 1,
    'invoice.payment_failed': 2,
    'customer.subscription.deleted': 3,
  }
  const received = main.map((type) => {
    const event = events.findLast((one) => one.type === type)
    if (!event) throw new Error(`${type} was not told`)
    return { type, event, phase: phase[type] }
  })
  return { customer: whose, told: received, phases }
}

/** A Worker whose queue the test drains, and a Stripe whose answers may be delayed. */
export function rehearse({ phases }: History) {
  let phase = 0
  let failing = false
  let seed = 1
  let heldAnswer: { begun: () => void; until: Promise<void> } | null = null
  const waiting: unknown[] = []
  const queue = { send: async (message: unknown) => void waiting.push(message) } as unknown as Queue
  const staged: Env = { ...env, BILLING_QUEUE: queue, FLOOD: { limit: async () => ({ success: true }) } }
  /** The first caller does not get the first answer. */
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const dawdle = () => scheduler.wait(draw(9))
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const truth = phases[phase]
    const hold = heldAnswer
    heldAnswer = null
    hold?.begun()
    await (hold?.until ?? dawdle())
    if (failing)
      return Response.json(
        { error: { type: 'api_error', message: 'down' } },
        { status: 500, headers: { 'stripe-should-retry': 'false' } },
      )
    return new Response(truth, { headers: { 'content-type': 'application/json' } })
  })
  const run = async (messages: unknown[]) => {
    const batch = createMessageBatch(
      'relato-billing',
      messages.map((body, id) => ({ id: String(id), timestamp: new Date(), attempts: 1, body })),
    )
    await consume(batch, staged)
    return getQueueResult(batch, createExecutionContext())
  }
  return {
    env: staged,
    fetched,
    waiting,
    reach: (to: number) => {
      phase = Math.max(phase, to)
    },
    /** A while in which anything may happen. */
    dawdle,
    draw,
    /** The next caller gets the state of that moment, but not before the hold is released. */
    hold: () => {
      let letGo = () => {}
      let begin = () => {}
      const until = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const started = new Promise<void>((resolve) => {
        begin = resolve
      })
      heldAnswer = { begun: begin, until }
      return { begun: started, letGo: () => letGo() }
    },
    restart: () => {
      phase = 0
    },
    fail: (on: boolean) => {
      failing = on
    },
    /** As Stripe delivers, over HTTP. */
    hear: async (event: object): Promise<number> => {
      const body = JSON.stringify(event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
      const request = new Request(`${ORIGIN}/api/stripe/webhook`, { method: 'POST', headers, body })
      const answer = await api.fetch(request, staged)
      await answer.body?.cancel()
      return answer.status
    },
    /** Does what waits in the queue. */
    work: async () => {
      const messages = waiting.splice(0)
      return messages.length === 0 ? null : run(messages)
    },
  }
}
