import { z } from 'zod'
import type { Account } from './account.ts'
import { completeSession } from './checkout.ts'
import { ageCustomer } from './clock.ts'
import { Fault } from './fault.ts'
import { type Host, json, type Reply, type Request } from './host.ts'
import { findActivePrice } from './prices.ts'
import { endPeriodNow, startSubscription } from './subscriptions.ts'

const control = <Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (account: Account, input: z.output<z.ZodObject<Shape>>, host: Host) => unknown,
) => {
  const schema = z.strictObject(shape)
  return (host: Host, body: string) => {
    const input = schema.parse(JSON.parse(body)) as z.output<z.ZodObject<Shape>>
    return host.work((account) => run(account, input, host)) ?? {}
  }
}

/** Controls for tests: see control.ts. */
const controls: Record<string, (host: Host, body: string) => object> = {
  age: control({ customer: z.string(), seconds: z.int() }, (account, { customer, seconds }) =>
    ageCustomer(account, customer, seconds),
  ),
  'decline-next': control({ customer: z.string() }, ({ state }, { customer }) => {
    state.declines[customer] = true
  }),
  fail: control({ path: z.string(), about: z.string() }, (_, failure, host) => {
    host.failures.push(failure)
  }),
  renew: control({ subscription: z.string() }, (account, { subscription }) => endPeriodNow(account, subscription)),
  subscribe: control({ customer: z.string(), price: z.string() }, (account, { customer, price }) => {
    const { prices, cards } = account.state
    const id = Object.values(prices).find((one) => one.lookup_key === price)?.id ?? price
    cards[customer] = 'pays'
    const order = { price: findActivePrice(account, id, 'price'), trialDays: undefined, metadata: {} }
    return startSubscription(account, customer, order)
  }),
  checkout: control(
    { session: z.string(), card: z.enum(['pays', 'fails', 'refused', 'none']) },
    (account, { session, card }) => completeSession(account, session, card),
  ),
}

export function callControl(host: Host, { url, headers, body }: Request): Reply {
  if (headers.get('authorization') !== `Bearer ${host.secretKey}`) return json(401, { error: 'no key' })
  const run = controls[url.pathname.replace('/_control/', '')]
  if (!run) return json(404, { error: `no control ${url.pathname}` })
  try {
    return json(200, run(host, body))
  } catch (error) {
    return json(error instanceof Fault ? error.status : 400, { error: String(error) })
  }
}
