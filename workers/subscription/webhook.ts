import { z } from 'zod/mini'
import { openDatabase } from '#db/client.ts'
import { requestFetch, type StripeEvent } from '#db/queries/subscription-payment.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { log, nameOf } from '../log/log.ts'
import { measure } from '../metrics/measure.ts'
import { isStripeFailure, missingSetting, openStripe } from './client.ts'
import { event as eventFields } from './fields.ts'

/** Reads the fields that are valid in an event of another shape. */
const { shape } = eventFields.schema
const text = z.catch(z.nullish(shape.id), null)
const partialEvent = z.object({
  id: shape.id,
  type: z.catch(shape.type, ''),
  created: z.catch(z.int().check(z.minimum(0)), 0),
  data: z.catch(z.object({ object: z.object({ id: text, customer: text, object: text }) }), {
    object: { id: null, customer: null, object: null },
  }),
})

/** The form of Stripe's header. Other calls come from scanners: they must not raise an alert about our secret. */
const STRIPE_SIGNATURE = /^t=\d+,(.*,)?v1=[0-9a-f]{64}(,|$)/

/** An older signature is a replay. */
const TOLERANCE_SECONDS = 300

/**
 * Handles a webhook: stores the event and enqueues a sync of its customer. Does not use the content of the event,
 * because events arrive late, twice and in any order. Errors: webhook_refused, billing_unavailable.
 */
export async function handleWebhook(env: Env, body: string, signature: string | undefined): Promise<void> {
  const secret = env.STRIPE_WEBHOOK_SECRET
  if (!secret) throw missingSetting('STRIPE_WEBHOOK_SECRET')
  const stripe = await openStripe(env)
  const { Stripe } = await import('stripe')
  let signed: unknown
  try {
    const crypto = Stripe.createSubtleCryptoProvider()
    signed = await stripe.webhooks.constructEventAsync(body, signature ?? '', secret, TOLERANCE_SECONDS, crypto)
  } catch (error) {
    if (isStripeFailure(error) && error.type === 'StripeSignatureVerificationError') {
      log({ event: 'webhook_refused' })
      if (STRIPE_SIGNATURE.test(signature ?? '')) measure({ metric: 'webhook', failed: 1, fault: 'refused' })
      throw new AppError('webhook_refused')
    }
    // A retry would send the same body.
    log({ event: 'webhook_odd', reason: 'unreadable', errorName: nameOf(error) })
    return
  }
  measure({ metric: 'webhook' })
  const event = eventOf(signed)
  if (!event) return
  const request = { customerId: event.customerId, jobId: crypto.randomUUID(), now: Date.now(), event }
  const job = await requestFetch(openDatabase(env.DB), request)
  if (job) await enqueue(env, 'billing_sync', job)
}

/** The stored fields of an event. One of an unknown shape is stored as far as it is valid; null without an id. */
function eventOf(signed: unknown): StripeEvent | null {
  const complete = eventFields.schema.safeParse(signed)
  if (!complete.success) log({ event: 'webhook_odd', reason: 'other_shape', errorName: complete.error.name })
  const { data: event } = complete.success ? complete : partialEvent.safeParse(signed)
  if (!event) return null
  const { id, type, created, data } = event
  const customerId = data.object.object === 'customer' ? data.object.id : data.object.customer
  return { id, type, created, customerId: customerId ?? null }
}
