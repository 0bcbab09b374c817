import { expect, test } from 'vitest'
import * as fields from '#workers/subscription/fields.ts'
import { openCheckout, priceOf, startStandIn } from './stand-in.ts'

const { stripe, control } = await startStandIn()

test('every field that the code reads is in the answers, with the type of the SDK, and has its page', async () => {
  const customer = await stripe.customers.create({ email: 'medica@relato.example' })
  const open = await openCheckout(stripe, customer.id)
  await control.checkout(open.id, 'pays')
  const complete = await stripe.checkout.sessions.retrieve(open.id, { expand: ['line_items', 'subscription'] })
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://localhost/' })
  const [event] = (await stripe.events.list({ limit: 1 })).data
  const answers: Record<keyof typeof fields, unknown[]> = {
    price: [await priceOf(stripe, 'pro_month'), await priceOf(stripe, 'clinica_year')],
    subscriptionItem: subscription?.items.data ?? [],
    subscription: [subscription, complete.subscription],
    customer: [customer],
    lineItem: complete.line_items?.data ?? [],
    checkoutSession: [open, await stripe.checkout.sessions.retrieve(open.id)],
    checkoutWithItems: [complete],
    portalSession: [portal],
    event: [event],
  }
  for (const [name, { page, schema }] of Object.entries(fields)) {
    expect(page).toMatch(/^https:\/\/docs\.stripe\.com\/api\/[a-z_/]+$/)
    const objects = answers[name as keyof typeof fields]
    expect([name, objects.length > 0]).toEqual([name, true])
    for (const one of objects) {
      // A nullable field must be present too.
      expect(Object.keys(one as object)).toEqual(expect.arrayContaining(Object.keys(schema.shape)))
      const read = schema.safeParse(one)
      expect([name, read.error?.issues ?? []]).toEqual([name, []])
    }
  }
})
