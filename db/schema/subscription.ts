import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { subscriptionStatuses } from '#domain/subscription/entitlement.ts'
import { intervals, paidPlanIds } from '#domain/subscription/plans.ts'
import { user } from './auth.ts'

/** The doctor's customer at Stripe, and how far our copy follows Stripe. */
export const stripeCustomers = sqliteTable(
  'stripe_customers',
  {
    doctor_id: text('doctor_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    customer_id: text('customer_id').notNull().unique(),
    /** When this doctor's one trial began, in ms. */
    trial_used_at: integer('trial_used_at'),
    /** The last opened checkout: one at a time. */
    checkout_session_id: text('checkout_session_id'),
    /** Fetches are numbered when they begin. A later fetch wins over an earlier one; clocks do not matter. */
    fetches: integer('fetches').notNull().default(0),
    /** The latest fetch whose result is stored. */
    fetched: integer('fetched').notNull().default(0),
    /** A fetch later than this number is wanted; `asked_at` is when it was requested, null when none is. */
    asked: integer('asked').notNull().default(-1),
    asked_at: integer('asked_at'),
    created_at: integer('created_at').notNull(),
    /** When the account was closed and its charges should end. Null: nothing to end, or Stripe has ended it. */
    ending_at: integer('ending_at'),
  },
  (t) => [
    index('stripe_customers_asked').on(t.asked_at),
    index('stripe_customers_ending').on(t.ending_at).where(sql`ending_at IS NOT NULL`),
  ],
)

/** A doctor's subscription as Stripe had it at `fetched_at` (ms). Stripe's times are epoch seconds. No row: Free. */
export const userSubscriptions = sqliteTable(
  'user_subscriptions',
  {
    user_id: text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    provider_subscription_id: text('provider_subscription_id').notNull().unique(),
    plan: text('plan', { enum: paidPlanIds }).notNull(),
    interval: text('interval', { enum: intervals }).notNull(),
    /** In centavos, as this subscriber's price at Stripe says. */
    amount: integer('amount').notNull(),
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    current_period_start: integer('current_period_start').notNull(),
    current_period_end: integer('current_period_end').notNull(),
    trial_end: integer('trial_end'),
    /** When it ends or ended; null: it continues. */
    ends_at: integer('ends_at'),
    cancel_at_period_end: integer('cancel_at_period_end', { mode: 'boolean' }).notNull(),
    /** How many further subscriptions of this customer would go on charging. */
    others: integer('others').notNull().default(0),
    fetched_at: integer('fetched_at').notNull(),
    updated_at: integer('updated_at').notNull(),
  },
  (t) => [index('subscriptions_by_period').on(t.status, t.current_period_end)],
)

/** Events that Stripe sent: stored to be looked up, never read as truth. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customer_id: text('customer_id'),
    /** Stripe's, in seconds. */
    created: integer('created').notNull(),
    received_at: integer('received_at').notNull(),
  },
  (t) => [index('stripe_events_by_time').on(t.received_at)],
)
