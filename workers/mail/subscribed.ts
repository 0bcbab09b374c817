import type { Database } from '#db/client.ts'
import type { CheckoutSummary } from '#domain/subscription/contract.ts'
import type { Env } from '../env.ts'
import { subscriptionMail } from './messages.ts'
import { sendMail } from './send.ts'

type Doctor = { id: string; email: string; name: string }

/** Confirms in writing what was bought. One mail for each checkout, however often its outcome is looked at. */
export const confirmSubscription = (
  env: Env,
  db: Database,
  doctor: Doctor,
  checkout: string,
  summary: CheckoutSummary,
): Promise<void> => {
  const to = summary.customerEmail ?? doctor.email
  const mail = subscriptionMail({ to, name: doctor.name, appUrl: env.APP_URL }, summary)
  return sendMail(env, db, doctor.id, mail, { once: `subscription:${checkout}` })
}
