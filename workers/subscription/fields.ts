// Every field of Stripe's objects that this code reads, with the page that describes it. Parsed on arrival: a field
// that another API version lacks must fail, and never look like a doctor without a plan.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { subscriptionStatuses } from '#domain/subscription/entitlement.ts'

/** The names are Stripe's: a field that is not in its types does not compile. */
const of =
  <T>() =>
  <S extends { [K in keyof S]: K extends keyof T ? z.ZodMiniType : never }>(
    page: `https://docs.stripe.com/${string}`,
    shape: S,
  ) => ({ page, schema: z.object(shape) })

const seconds = z.int().check(z.minimum(0))
/** Stripe's ids never exceed 255 characters: https://docs.stripe.com/upgrades. */
const ID_MAX = 255
const id = z.string().check(z.minLength(1), z.maxLength(ID_MAX))
const listOf = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item) })
/** An id, or the object where it came expanded. */
const reference = z.pipe(
  z.union([id, z.object({ id })]),
  z.transform((of) => (typeof of === 'string' ? of : of.id)),
)

export const price = of<Stripe.Price>()('https://docs.stripe.com/api/prices/object', {
  id,
  lookup_key: z.nullable(z.string()),
  /** Ours, set by `npm run stripe:sync`: a price that was replaced loses its lookup key and keeps this. */
  metadata: z.record(z.string(), z.string()),
  /** Centavos. */
  unit_amount: z.nullable(z.int()),
  currency: z.string(),
  recurring: z.nullable(z.object({ interval: z.string(), interval_count: z.int() })),
})

export const subscriptionItem = of<Stripe.SubscriptionItem>()('https://docs.stripe.com/api/subscription_items/object', {
  price: price.schema,
  current_period_start: seconds,
  current_period_end: seconds,
})

export const subscription = of<Stripe.Subscription>()('https://docs.stripe.com/api/subscriptions/object', {
  id,
  status: z.enum(subscriptionStatuses),
  created: seconds,
  items: listOf(subscriptionItem.schema),
  trial_start: z.nullable(seconds),
  trial_end: z.nullable(seconds),
  cancel_at_period_end: z.boolean(),
  /** The portal may set a date instead of the flag. */
  cancel_at: z.nullable(seconds),
  ended_at: z.nullable(seconds),
})

export const customer = of<Stripe.Customer>()('https://docs.stripe.com/api/customers/object', { id })

export const lineItem = of<Stripe.LineItem>()('https://docs.stripe.com/api/checkout/sessions/line_items', {
  price: z.nullable(price.schema),
})

export const checkoutSession = of<Stripe.Checkout.Session>()('https://docs.stripe.com/api/checkout/sessions/object', {
  id,
  url: z.nullable(z.url()),
  status: z.enum(['open', 'complete', 'expired']),
  client_reference_id: z.nullable(z.string()),
  customer: z.nullable(reference),
  success_url: z.nullable(z.string()),
  cancel_url: z.nullable(z.string()),
  expires_at: seconds,
  metadata: z.nullable(z.record(z.string(), z.string())),
})

/** With `expand: ['line_items', 'subscription']`. */
export const checkoutWithItems = of<Stripe.Checkout.Session>()(checkoutSession.page, {
  ...checkoutSession.schema.shape,
  line_items: listOf(lineItem.schema),
  subscription: z.nullable(z.object({ trial_end: z.nullable(seconds) })),
})

const PORTAL_PAGE = 'https://docs.stripe.com/api/customer_portal/sessions/object'
export const portalSession = of<Stripe.BillingPortal.Session>()(PORTAL_PAGE, { url: z.url() })

/** An event names the customer to sync. The object inside may be old, so its other fields are not read. */
export const event = of<Stripe.Event>()('https://docs.stripe.com/api/events/object', {
  id,
  type: z.string().check(z.maxLength(ID_MAX)),
  created: seconds,
  data: z.object({ object: z.object({ id: z.nullish(id), object: z.string(), customer: z.nullish(reference) }) }),
})

export type PriceRead = z.output<typeof price.schema>
export type SubscriptionRead = z.output<typeof subscription.schema>
export type CheckoutRead = z.output<typeof checkoutSession.schema>
