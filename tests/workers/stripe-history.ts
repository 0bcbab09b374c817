import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import { vi } from 'vitest'
import { randomFrom } from '#tests/testkit/random.ts'
import { api } from '#workers/api/api.ts'
import type { Env } from '#workers/env.ts'
import { control, eventsOf, openCheckout, sdk, signed } from './billing.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'
import { deliver } from './queue.ts'

/** The five main events of a subscription, and the phase that each begins. */
const phaseOf = {
  'customer.subscription.created': 0,
  'checkout.session.completed': 0,
  'invoice.paid': 1,
  'invoice.payment_failed': 2,
  'customer.subscription.deleted': 3,
} as const
export type HistoryEvent = { event: Stripe.Event; phase: number }
/** `phases` holds Stripe's answer about the customer in each phase. */
export type History = { events: HistoryEvent[]; phases: string[] }

/** Runs one subscription at Stripe from its trial to its end. */
export async function recordHistory(doctor: TestDoctor): Promise<History> {
  const { sessionId } = await openCheckout(doctor, 'pro_month')
  const checkout = await control.checkout(sessionId, 'pays')
  const [id, customer] = [String(checkout.subscription), String(checkout.customer)]
  const phases: string[] = []
  const record = async () =>
    phases.push(JSON.stringify(await sdk.subscriptions.list({ customer, status: 'all', limit: 100 })))
  await record()
  await control.renew(id)
  await record()
  await control.declineNext(customer)
  await control.renew(id)
  await record()
  await sdk.subscriptions.cancel(id)
  await record()
  const all = await eventsOf(customer)
  const events = Object.entries(phaseOf).map(([type, phase]) => {
    const event = all.findLast((one) => one.type === type)
    if (!event) throw new Error(`${type} is missing`)
    return { event, phase }
  })
  return { events, phases }
}

/** A Worker whose queue the test drains, and a Stripe whose answers the test may delay. */
export function replayHistory({ phases }: History, seed = 1) {
  let phase = 0
  let isFailing = false
  const random = randomFrom(seed)
  let hold: { onFetch: () => void; released: Promise<void> } | null = null
  const messages: unknown[] = []
  const queue = { send: async (message: unknown) => void messages.push(message) } as unknown as Queue
  const replayEnv: Env = { ...env, BILLING_QUEUE: queue, FLOOD: { limit: async () => ({ success: true }) } }
  /** A pseudo-random number, the same for the same seed. */
  const draw = (below: number) => Math.floor(random() * below)
  const waitRandomly = () => scheduler.wait(draw(9))
  const fetchMock = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const answer = phases[phase]
    const current = hold
    hold = null
    current?.onFetch()
    await (current?.released ?? waitRandomly())
    const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
    if (!isFailing) return new Response(answer, { headers })
    return Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500, headers })
  })
  return {
    env: replayEnv,
    fetchMock,
    messages,
    draw,
    waitRandomly,
    /** Time at Stripe moves forward only. */
    reach: (to: number) => {
      phase = Math.max(phase, to)
    },
    restart: () => {
      phase = 0
    },
    fail: (fails: boolean) => {
      isFailing = fails
    },
    /** The next fetch gets the answer of its own moment, but not before `release`. */
    holdNextFetch: () => {
      const fetched = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      hold = { onFetch: fetched.resolve, released: released.promise }
      return { fetched: fetched.promise, release: released.resolve }
    },
    /** Delivers an event over HTTP, as Stripe does. */
    deliver: async (event: object): Promise<number> => {
      const body = JSON.stringify(event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
      const request = new Request(`${ORIGIN}/api/stripe/webhook`, { method: 'POST', headers, body })
      const answer = await api.fetch(request, replayEnv)
      await answer.body?.cancel()
      return answer.status
    },
    /** Runs the queued messages as one batch. */
    runQueue: async () => {
      const bodies = messages.splice(0).map((body) => ({ body }))
      return bodies.length === 0 ? null : deliver('relato-billing', bodies, replayEnv)
    },
  }
}
