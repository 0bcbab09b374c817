import type Stripe from 'stripe'

/**
 * What Stripe sends of the SDK's type: a decimal as text, and of another object its id alone, until it is expanded.
 * Whatever is built here as one of these has every field that the SDK promises.
 */
type Stored<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Item)[]
    ? (string extends Item ? string : Stored<Item>)[]
    : T extends object
      ? { [Key in keyof T]: string extends T[Key] ? Extract<T[Key], string | null | undefined> : Stored<T[Key]> }
      : T

export type Product = Stored<Stripe.Product>
export type Price = Stored<Stripe.Price>
export type Customer = Stored<Stripe.Customer>
export type DeletedCustomer = Stored<Stripe.DeletedCustomer>
export type PaymentMethod = Stored<Stripe.PaymentMethod>
export type CheckoutSession = Stored<Stripe.Checkout.Session>
export type LineItem = Stored<Stripe.LineItem>
export type PortalSession = Stored<Stripe.BillingPortal.Session>
export type PortalConfiguration = Stored<Stripe.BillingPortal.Configuration>
export type Subscription = Stored<Stripe.Subscription>
export type Plan = Stored<Stripe.Plan>
export type Invoice = Stored<Stripe.Invoice>
export type InvoiceLine = Stored<Stripe.InvoiceLineItem>
export type Event = { [Type in EventType]: Stored<Extract<Stripe.Event, { type: Type }>> }[EventType]

/** The events told of: those that say how a subscription stands. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const
export type EventType = (typeof eventTypes)[number]
export type ObjectOf<Type extends EventType> = Extract<Event, { type: Type }>['data']['object']
