import type { Database } from '#db/client.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { AppError } from '#domain/errors.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { entitlementOf, maySpecialise, type Subscription } from '#domain/subscription/entitlement.ts'
import type { Env } from '../env.ts'
import { syncEndedPeriod } from '../subscription/sync.ts'

/** Refuses a specialty that the doctor's plan does not include. Errors: plan_needed. */
export async function requireSpecialty(env: Env, db: Database, doctorId: string, specialty: Specialty): Promise<void> {
  const closed = (to: Subscription | null) => !maySpecialise(entitlementOf(to, Date.now()).plan, specialty)
  const subscription = await findSubscription(db, doctorId)
  if (
    closed(subscription) &&
    (!(await syncEndedPeriod(env, db, doctorId, subscription)) || closed(await findSubscription(db, doctorId)))
  )
    throw new AppError('plan_needed')
}
