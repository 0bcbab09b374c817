import type { Database } from '#db/client.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { type FormatId, mayExport } from '#domain/formats/format.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { entitlementOf, maySpecialise, type Subscription } from '#domain/subscription/entitlement.ts'
import type { Plan } from '#domain/subscription/plans.ts'
import type { Env } from '../env.ts'
import { syncEndedPeriod } from '../subscription/sync.ts'

/** Refuses a specialty that the doctor's plan does not include. Errors: plan_needed. */
export const requireSpecialty = (env: Env, db: Database, doctorId: string, specialty: Specialty): Promise<void> =>
  requirePlan(env, db, doctorId, (plan) => maySpecialise(plan, specialty), 'plan_needed')

/** Refuses a format that the doctor's plan does not include. Errors: format_needs_plan. */
export const requireFormat = (env: Env, db: Database, doctorId: string, format: FormatId): Promise<void> =>
  requirePlan(env, db, doctorId, (plan) => mayExport(plan, format), 'format_needs_plan')

const includesHandOff = (plan: Plan): boolean => plan.integration

/** Refuses what sends records to another system. Errors: integration_needs_plan. */
export const requireIntegration = (env: Env, db: Database, doctorId: string): Promise<void> =>
  requirePlan(env, db, doctorId, includesHandOff, 'integration_needs_plan')

/** Whether the doctor's plan, as it is stored, includes the integration. */
export const includesIntegration = async (db: Database, doctorId: string): Promise<boolean> =>
  includesHandOff(entitlementOf(await findSubscription(db, doctorId), Date.now()).plan)

/** A stored period that ended is read again from Stripe before the refusal. */
async function requirePlan(
  env: Env,
  db: Database,
  doctorId: string,
  includes: (plan: Plan) => boolean,
  code: ErrorCode,
): Promise<void> {
  const closed = (to: Subscription | null) => !includes(entitlementOf(to, Date.now()).plan)
  const subscription = await findSubscription(db, doctorId)
  if (
    closed(subscription) &&
    (!(await syncEndedPeriod(env, db, doctorId, subscription)) || closed(await findSubscription(db, doctorId)))
  )
    throw new AppError(code)
}
