import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Subscription, SubscriptionStatus } from '#domain/subscription/entitlement.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { user } from '../schema/auth.ts'
import { jobs } from '../schema/job.ts'
import { stripeCustomers, stripeEvents, userSubscriptions } from '../schema/subscription.ts'

export type StripeCustomer = {
  customerId: string
  trialUsedAt: number | null
  checkoutSessionId: string | null
}

/** The doctor's address and name, to write to the customer. */
export async function doctorOfCustomer(
  db: Database,
  customerId: string,
): Promise<{ id: string; email: string; name: string } | null> {
  const [row] = await db
    .select({ id: user.id, email: user.email, name: user.name })
    .from(stripeCustomers)
    .innerJoin(user, eq(user.id, stripeCustomers.doctor_id))
    .where(eq(stripeCustomers.customer_id, customerId))
  return row ?? null
}

/** Null when the doctor has no customer at Stripe. */
export async function findCustomer(db: Database, doctorId: string): Promise<StripeCustomer | null> {
  const [row] = await db
    .select({
      customerId: stripeCustomers.customer_id,
      trialUsedAt: stripeCustomers.trial_used_at,
      checkoutSessionId: stripeCustomers.checkout_session_id,
    })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.doctor_id, doctorId))
  return row ?? null
}

/** Stores the customer; `instead`: the id that Stripe no longer has. The first of two simultaneous calls wins. */
export async function saveCustomer(
  db: Database,
  { doctorId, customerId, instead, now }: { doctorId: string; customerId: string; instead: string | null; now: number },
): Promise<void> {
  const fresh = { customer_id: customerId, checkout_session_id: null }
  await db
    .insert(stripeCustomers)
    .values({ doctor_id: doctorId, created_at: now, ...fresh })
    .onConflictDoUpdate({
      target: stripeCustomers.doctor_id,
      set: fresh,
      setWhere: eq(stripeCustomers.customer_id, instead ?? ''),
    })
}

/** Makes this the one open checkout. False if another replaced the `seen` one, or the account was closed. */
export async function holdCheckout(
  db: Database,
  doctorId: string,
  { seen, sessionId }: { seen: string | null; sessionId: string },
): Promise<boolean> {
  const rows = await db
    .update(stripeCustomers)
    .set({ checkout_session_id: sessionId })
    .where(
      and(
        eq(stripeCustomers.doctor_id, doctorId),
        sql`${stripeCustomers.checkout_session_id} IS ${seen}`,
        sql`EXISTS (SELECT 1 FROM user WHERE id = ${doctorId} AND closed_at IS NULL)`,
      ),
    )
    .returning({ id: stripeCustomers.doctor_id })
  return rows.length > 0
}

/** Returns the number of a fetch that begins now; null for an unknown customer. */
export async function beginFetch(db: Database, customerId: string): Promise<number | null> {
  const [row] = await db
    .update(stripeCustomers)
    .set({ fetches: sql`${stripeCustomers.fetches} + 1` })
    .where(eq(stripeCustomers.customer_id, customerId))
    .returning({ fetch: stripeCustomers.fetches })
  return row?.fetch ?? null
}

export type Fetched = {
  customerId: string
  fetch: number
  /** Null: Stripe has none. */
  subscription: Subscription | null
  /** How many further subscriptions would go on charging. */
  others: number
  /** When a trial began, in ms. */
  trialUsedAt: number | null
  fetchedAt: number
  now: number
}

/** Writes the result of a fetch in one transaction. False when a later fetch has been written. */
export async function writeFetched(db: Database, fetched: Fetched): Promise<boolean> {
  const { customerId, fetch, subscription: s, others, trialUsedAt, fetchedAt, now } = fetched
  const isLatest = sql`customer_id = ${customerId} AND fetched < ${fetch}`
  const write = s
    ? sql`
      INSERT INTO user_subscriptions (user_id, provider_subscription_id, plan, interval, amount, status, current_period_start,
        current_period_end, trial_end, ends_at, cancel_at_period_end, others, fetched_at, updated_at)
      SELECT doctor_id, ${s.id}, ${s.plan}, ${s.interval}, ${s.amount}, ${s.status}, ${s.currentPeriodStart}, ${s.currentPeriodEnd},
        ${s.trialEnd}, ${s.endsAt}, ${s.cancelAtPeriodEnd ? 1 : 0}, ${others}, ${fetchedAt}, ${now}
      FROM stripe_customers WHERE ${isLatest}
      ON CONFLICT (user_id) DO UPDATE SET provider_subscription_id = excluded.provider_subscription_id, plan = excluded.plan,
        interval = excluded.interval, amount = excluded.amount, status = excluded.status, current_period_start = excluded.current_period_start,
        current_period_end = excluded.current_period_end, trial_end = excluded.trial_end, ends_at = excluded.ends_at,
        cancel_at_period_end = excluded.cancel_at_period_end, others = excluded.others, fetched_at = excluded.fetched_at, updated_at = excluded.updated_at`
    : sql`DELETE FROM user_subscriptions WHERE user_id IN (SELECT doctor_id FROM stripe_customers WHERE ${isLatest})`
  const [, marked] = await writeAll(db, [
    write,
    sql`UPDATE stripe_customers SET fetched = ${fetch}, trial_used_at = coalesce(trial_used_at, ${trialUsedAt}),
      asked_at = iif(asked < ${fetch}, NULL, asked_at) WHERE ${isLatest}`,
  ])
  return marked?.meta.changes === 1
}

/** Stores the status of a subscription after its cancellation, unless a fetch already has. */
export async function writeEnding(
  db: Database,
  doctorId: string,
  ending: Subscription | null,
  now: number,
): Promise<void> {
  if (!ending) return
  const { id, status, endsAt, cancelAtPeriodEnd } = ending
  await db
    .update(userSubscriptions)
    .set({ status, ends_at: endsAt, cancel_at_period_end: cancelAtPeriodEnd, updated_at: now })
    .where(and(eq(userSubscriptions.user_id, doctorId), eq(userSubscriptions.provider_subscription_id, id)))
}

export type StripeEvent = { id: string; type: string; customerId: string | null; created: number }

/**
 * Requests a fetch that begins after this moment, with a job that does it, and stores the event. Reuses a queued job,
 * which has not read yet; a running one may have read too early. Returns the id of the job to enqueue, or null.
 */
export async function requestFetch(
  db: Database,
  asked: { customerId: string | null; jobId: string; now: number; event?: StripeEvent },
): Promise<string | null> {
  const { customerId, jobId, now, event } = asked
  const [job] = await writeAll(db, [
    sql`INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, attempts, created_at, updated_at)
      SELECT ${jobId}, 'billing_sync', doctor_id, customer_id, '{}', 'queued', 0, ${now}, ${now}
      FROM stripe_customers WHERE customer_id = ${customerId} AND NOT EXISTS (
        SELECT 1 FROM jobs WHERE subject_id = ${customerId} AND kind = 'billing_sync' AND status = 'queued')`,
    sql`UPDATE stripe_customers SET asked = fetches, asked_at = ${now} WHERE customer_id = ${customerId}`,
    ...(event
      ? [
          db
            .insert(stripeEvents)
            .values({ ...event, customer_id: event.customerId, received_at: now })
            .onConflictDoNothing(),
        ]
      : []),
  ])
  return job?.meta.changes === 1 ? jobId : null
}

/**
 * How long after the end of a period, in ms, to fetch without a webhook: first its renewal or end, then the invoice of
 * the renewal. Stripe keeps that as a draft for about an hour before it charges.
 */
const RENEWAL_MS = 10 * 60_000
const CHARGED_MS = 2 * 60 * 60_000
/** Stripe retries an unpaid invoice, so it may be paid any day. */
const UNPAID_MS = 24 * 60 * 60_000
/** Pause after a failed fetch, in ms. */
const AGAIN_MS = 10 * 60_000

/** True when no fetch began since `since` ms after the end of a period (`turn`, in seconds). */
const unreported = (turn: SQLiteColumn, since: number, now: number): SQL | undefined =>
  and(lte(turn, Math.floor((now - since) / 1_000)), sql`${userSubscriptions.fetched_at} < ${turn} * 1000 + ${since}`)
const unpaidUnheard = (now: number): SQL | undefined =>
  and(inArray(userSubscriptions.status, ['past_due', 'unpaid']), lte(userSubscriptions.fetched_at, now - UNPAID_MS))

const GOING_ON: SubscriptionStatus[] = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused']

/** Customers to fetch again: last fetch failed, period ended, or a payment is due. */
export async function listUnfetchedCustomers(db: Database, now: number, limit: number): Promise<string[]> {
  const underWay = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.subject_id} = ${stripeCustomers.customer_id}
    AND ${jobs.kind} = 'billing_sync' AND ${jobs.status} IN ('queued', 'running'))`
  const quiet = or(sql`${stripeCustomers.asked_at} IS NULL`, lte(stripeCustomers.asked_at, now - AGAIN_MS))
  const inVain = sql`${stripeCustomers.fetched} <= ${stripeCustomers.asked}`
  const rows = await db
    .select({ id: stripeCustomers.customer_id })
    .from(stripeCustomers)
    .where(and(lte(stripeCustomers.asked_at, now - AGAIN_MS), inVain, sql`NOT ${underWay}`))
    .limit(limit)
  const ended = await db
    .select({ id: stripeCustomers.customer_id })
    .from(userSubscriptions)
    .innerJoin(stripeCustomers, eq(stripeCustomers.doctor_id, userSubscriptions.user_id))
    .where(
      and(
        or(
          unreported(userSubscriptions.current_period_end, RENEWAL_MS, now),
          unreported(userSubscriptions.current_period_end, CHARGED_MS, now),
          // A fetch after the turn has the new period already.
          unreported(userSubscriptions.current_period_start, CHARGED_MS, now),
          unpaidUnheard(now),
        ),
        inArray(userSubscriptions.status, GOING_ON),
        quiet,
        sql`NOT ${underWay}`,
      ),
    )
    .limit(limit)
  return [...new Set([...rows, ...ended].map(({ id }) => id))]
}

/** Deletes old events. They are stored only to answer questions about them. */
export async function forgetEvents(db: Database, before: number): Promise<void> {
  await db.run(sql`DELETE FROM stripe_events WHERE received_at < ${before}`)
}
