import { z } from 'zod/mini'
import { openDatabase } from '#db/client.ts'
import { askFetch, type StripeEvent } from '#db/queries/subscription-payment.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { log, nameOf } from '../log/log.ts'
import { lacking, stripeOf } from './client.ts'
import { isStripeFailure } from './failure.ts'
import { event as eventFields } from './fields.ts'

/** Of whatever is signed, as much as can be read. */
const { shape } = eventFields.schema
const text = z.catch(z.nullish(shape.id), null)
const partly = z.object({
  id: shape.id,
  type: z.catch(shape.type, ''),
  created: z.catch(z.int().check(z.minimum(0)), 0),
  data: z.catch(z.object({ object: z.object({ id: text, customer: text, object: text }) }), {
    object: { id: null, customer: null, object: null },
  }),
})

/** A signature older than this is a replay. */
const TOLERANCE_SECONDS = 300

/**
 * Stripe rings: the event is kept and its customer looked at by a job. Nothing of what the event says is believed; by
 * the time it arrives, in whatever order and however often, only Stripe itself knows what is true.
 */
export async function hearStripe(env: Env, body: string, signature: string | undefined): Promise<void> {
  const secret = env.STRIPE_WEBHOOK_SECRET
  if (!secret) throw lacking('STRIPE_WEBHOOK_SECRET')
  const stripe = await stripeOf(env)
  const { Stripe } = await import('stripe')
  let signed: unknown
  try {
    const crypto = Stripe.createSubtleCryptoProvider()
    signed = await stripe.webhooks.constructEventAsync(body, signature ?? '', secret, TOLERANCE_SECONDS, crypto)
  } catch (error) {
    if (isStripeFailure(error) && error.type === 'StripeSignatureVerificationError') {
      log({ event: 'webhook_refused' })
      throw new AppError('webhook_refused')
    }
    // Sent again it would be no other.
    log({ event: 'webhook_odd', reason: 'unreadable', errorName: nameOf(error) })
    return
  }
  const event = eventOf(signed)
  if (!event) return
  const asked = { customerId: event.customerId, jobId: crypto.randomUUID(), now: Date.now(), event }
  const job = await askFetch(openDatabase(env.DB), asked)
  if (job) await enqueue(env, 'billing_sync', job)
}

/** What is kept of an event; one of another shape than is known here is kept as far as it goes. Null: it has no name. */
function eventOf(signed: unknown): StripeEvent | null {
  const known = eventFields.schema.safeParse(signed)
  if (!known.success) log({ event: 'webhook_odd', reason: 'other_shape', errorName: known.error.name })
  const { data: event } = known.success ? known : partly.safeParse(signed)
  if (!event) return null
  const { id, type, created, data } = event
  const customerId = data.object.object === 'customer' ? data.object.id : data.object.customer
  return { id, type, created, customerId: customerId ?? null }
}
