import type Stripe from 'stripe'
import type { Database } from '#db/client.ts'
import { findCustomer, type StripeCustomer, saveCustomer } from '#db/queries/subscription-payment.ts'
import { customer as customerFields } from './fields.ts'

type Doctor = { id: string; email: string }

/** Part of every idempotency key: Stripe repeats what it has answered to a key for a day, its own errors too. */
export const minuteOf = (now: number): number => Math.floor(now / 60_000)

/** Who the doctor is at Stripe, made there when first needed. `instead` of one that Stripe no longer knows, another. */
export async function customerOf(
  stripe: Stripe,
  db: Database,
  doctor: Doctor,
  now: number,
  instead: string | null = null,
): Promise<StripeCustomer> {
  const known = await findCustomer(db, doctor.id)
  if (known && known.customerId !== instead) return known
  // Two calls at once make one customer: the key says for whom, and in whose place.
  const idempotencyKey = `customer:${doctor.id}:${instead ?? ''}:${minuteOf(now)}`
  const made = await stripe.customers.create(
    { email: doctor.email, preferred_locales: ['pt-BR'], metadata: { doctor_id: doctor.id } },
    { idempotencyKey },
  )
  const { id } = customerFields.schema.parse(made)
  await saveCustomer(db, { doctorId: doctor.id, customerId: id, instead, now })
  return (await findCustomer(db, doctor.id)) ?? { customerId: id, trialUsedAt: null, checkoutSessionId: null }
}
