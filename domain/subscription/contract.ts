import { z } from 'zod/mini'
import { instant } from '../contract.ts'
import { subscriptionStates, subscriptionStatuses } from './entitlement.ts'
import { intervals, paidPlanIds, planIds } from './plans.ts'

export const usageReply = z.object({
  plan: z.object({ id: z.enum(planIds), name: z.string() }),
  /** This month's consultations that the quota counts: open ones, and those with an entry. */
  used: z.int().check(z.minimum(0)),
  /** Null: without limit. */
  limit: z.nullable(z.int()),
  /** When the next month begins. */
  renewsAt: instant,
  /** A payment is due. Free's limits apply until it is paid. */
  unpaid: z.boolean(),
})
export type Usage = z.infer<typeof usageReply>

/** An opaque id of Stripe's. */
const stripeId = z.string().check(z.minLength(1), z.maxLength(255))
const ownAddress = z.url('Endereço inválido').check(z.maxLength(2_000))
/** Centavos. */
const amount = z.int().check(z.minimum(0))

/** The current plan, the subscription behind it, and its usage. */
export const subscriptionReply = z.object({
  plan: z.object({ id: z.enum(planIds), name: z.string() }),
  state: z.enum(subscriptionStates),
  trialDaysRemaining: z.int().check(z.minimum(0)),
  trialEnd: z.nullable(instant),
  /** When the plan ends, or ended. */
  endsAt: z.nullable(instant),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether the next paid plan would begin with a trial. */
  trialAvailable: z.boolean(),
  /** The subscription at Stripe, also after its end; null if there never was one. */
  subscription: z.nullable(
    z.object({
      id: stripeId,
      plan: z.object({ id: z.enum(paidPlanIds), name: z.string() }),
      interval: z.enum(intervals),
      amount,
      status: z.enum(subscriptionStatuses),
      currentPeriodStart: instant,
      currentPeriodEnd: instant,
      /** It still charges, so a second one is refused. */
      live: z.boolean(),
      /** The number of further subscriptions that charge. */
      others: z.int().check(z.minimum(0)),
    }),
  ),
  usage: usageReply,
})
export type SubscriptionInfo = z.infer<typeof subscriptionReply>

/** `priceId` is our lookup key (price.ts). The catalogue decides the trial; `trialPeriodDays` is ignored. */
export const createCheckoutBody = z.object({
  priceId: z.string().check(z.maxLength(100)),
  successUrl: ownAddress,
  cancelUrl: ownAddress,
  trialPeriodDays: z.optional(z.int().check(z.minimum(0), z.maximum(730))),
  metadata: z.optional(
    z.partial(z.object({ planId: z.string().check(z.maxLength(100)), planName: z.string().check(z.maxLength(100)) })),
  ),
})
/** Starts the trial of this plan without a card. */
export const startTrialBody = z.strictObject({ priceId: z.string().check(z.maxLength(100)) })
export const createCheckoutReply = z.object({ sessionId: stripeId, url: z.url() })

export const checkoutReply = z.object({
  planName: z.string(),
  interval: z.enum(intervals),
  amount,
  /** Null if there is no trial, or the checkout is not complete. */
  trialEnd: z.nullable(instant),
  customerEmail: z.nullable(z.string()),
  status: z.enum(['open', 'complete', 'expired']),
  isFree: z.literal(false),
})
export type CheckoutSummary = z.infer<typeof checkoutReply>

export const cancelSubscriptionBody = z.object({ subscriptionId: stripeId })
export const customerPortalBody = z.object({ returnUrl: ownAddress })
export const customerPortalReply = z.object({ url: z.url() })
