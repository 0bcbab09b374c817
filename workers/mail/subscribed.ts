import type { Database } from '#db/client.ts'
import { doctorOfCustomer } from '#db/queries/subscription-payment.ts'
import { entitlementOf, type Subscription } from '#domain/subscription/entitlement.ts'
import type { Env } from '../env.ts'
import { subscriptionMail } from './messages.ts'
import { sendMail } from './send.ts'

/** Older ones were confirmed at their start. Shorter than the retention of mails, which prevents a second mail. */
const NEW_FOR_MS = 7 * 24 * 60 * 60_000

/** Confirms a purchase by mail. Safe to repeat: one mail per subscription. */
export async function confirmSubscription(
  env: Env,
  db: Database,
  customerId: string,
  subscription: Subscription & { created: number },
  now: number,
): Promise<void> {
  const { state } = entitlementOf(subscription, now)
  if (state !== 'trial' && state !== 'active') return
  if (subscription.created * 1_000 < now - NEW_FOR_MS) return
  const doctor = await doctorOfCustomer(db, customerId)
  if (!doctor) return
  const mail = subscriptionMail({ to: doctor.email, name: doctor.name }, env.APP_URL, subscription)
  await sendMail(env, db, doctor.id, mail, { once: `subscription:${subscription.id}` })
}
