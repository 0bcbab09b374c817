import { and, count, eq, gt, gte, lt, or, type SQL } from 'drizzle-orm'
import type { Subscription } from '#domain/subscription/entitlement.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { stripeCustomers, userSubscriptions } from '../schema/subscription.ts'

export type Month = { start: number; end: number }

/**
 * The consultations that count in a month's quota: those that began in it and have an entry, and the open ones, which
 * may get one. A consultation that ends without an entry does not count.
 */
export const countedIn = (doctorId: string, { start, end }: Month): SQL | undefined =>
  and(
    eq(consultations.doctor_id, doctorId),
    gte(consultations.start_time, start),
    lt(consultations.start_time, end),
    or(eq(consultations.status, 'active'), gt(consultations.entry_count, 0)),
  )

const { plan, interval, amount, status } = userSubscriptions
const columns = {
  id: userSubscriptions.provider_subscription_id,
  ...{ plan, interval, amount, status },
  currentPeriodStart: userSubscriptions.current_period_start,
  currentPeriodEnd: userSubscriptions.current_period_end,
  trialEnd: userSubscriptions.trial_end,
  endsAt: userSubscriptions.ends_at,
  cancelAtPeriodEnd: userSubscriptions.cancel_at_period_end,
}

/** The doctor's paid subscription; null on the Free plan. */
export async function findSubscription(db: Database, doctorId: string): Promise<Subscription | null> {
  const [row] = await db.select(columns).from(userSubscriptions).where(eq(userSubscriptions.user_id, doctorId)).limit(1)
  return row ?? null
}

/** When the stored subscription was read from Stripe, in ms, and how many further ones would charge; null without one. */
export async function readFetched(db: Database, doctorId: string) {
  const { fetched_at, others } = userSubscriptions
  const [row] = await db
    .select({ fetched_at, others })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.user_id, doctorId))
  return row ?? null
}

/** The doctor's current subscription, the month's count and whether the trial was used. */
export async function readSubscriptionState(db: Database, doctorId: string, month: Month) {
  const [[row], [counted], [customer]] = await db.batch([
    db
      .select({ subscription: columns, others: userSubscriptions.others })
      .from(userSubscriptions)
      .where(eq(userSubscriptions.user_id, doctorId)),
    db.select({ count: count() }).from(consultations).where(countedIn(doctorId, month)),
    db
      .select({ trialUsedAt: stripeCustomers.trial_used_at })
      .from(stripeCustomers)
      .where(eq(stripeCustomers.doctor_id, doctorId)),
  ])
  return {
    subscription: row?.subscription ?? null,
    others: row?.others ?? 0,
    used: counted?.count ?? 0,
    trialUsedAt: customer?.trialUsedAt ?? null,
  }
}
