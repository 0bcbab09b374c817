import { openDatabase } from '#db/client.ts'
import { askFetch } from '#db/queries/stripe.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { log } from '../log.ts'
import { stripeOf } from './client.ts'
import { event as eventFields } from './fields.ts'

/** A signature older than this is a replay. */
const TOLERANCE_SECONDS = 300

/**
 * Stripe rings: the event is kept and its customer looked at by a job. Nothing of what the event says is believed; by
 * the time it arrives, in whatever order and however often, only Stripe itself knows what is true.
 */
export async function hearStripe(env: Env, body: string, signature: string | undefined): Promise<void> {
  const secret = env.STRIPE_WEBHOOK_SECRET
  if (!secret) throw new AppError('billing_unavailable')
  const stripe = await stripeOf(env)
  const { Stripe } = await import('stripe')
  let signed: unknown
  try {
    const crypto = Stripe.createSubtleCryptoProvider()
    signed = await stripe.webhooks.constructEventAsync(body, signature ?? '', secret, TOLERANCE_SECONDS, crypto)
  } catch {
    log({ event: 'webhook_refused' })
    throw new AppError('webhook_refused')
  }
  const { id, type, created, data } = eventFields.schema.parse(signed)
  const { object } = data
  const customerId = object.object === 'customer' ? (object.id ?? null) : (object.customer ?? null)
  const asked = { customerId, jobId: crypto.randomUUID(), now: Date.now(), event: { id, type, customerId, created } }
  const job = await askFetch(openDatabase(env.DB), asked)
  if (job) await enqueue(env, 'billing_sync', job)
}
