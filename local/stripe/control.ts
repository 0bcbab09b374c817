import type { CheckoutSession, Subscription } from './core/stored.ts'
import type { Controls } from './host/control.ts'
import type { Signed, Waiting } from './host/webhooks.ts'

type Webhooks = { url?: string; held: boolean; undelivered: Waiting[] }

/** The controls of a stand-in that runs elsewhere, for tests on whatever runtime. */
export function stripeControl(address: string, secretKey: string) {
  async function call<T>(name: string, body?: object): Promise<T> {
    const answer = await fetch(`${address}/_control/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}` },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    /** Puts the clock forward; what comes due on the way is done at its own moment. */
    advance: (seconds: number) => call<{ now: number }>('advance', { seconds }),
    /** As if all that this customer has had happened so much earlier, the clock left alone: the app's own still agrees. */
    age: (customer: string, seconds: number) => call<object>('age', { customer, seconds }),
    /** How the customer's next payment ends, whatever the card. */
    nextPayment: (customer: string, outcome: Controls['next-payment']['outcome']) =>
      call<object>('next-payment', { customer, outcome }),
    /** The next order there, such as 'checkout/sessions', that names `about` is begun and ends in an error of Stripe's own. */
    fail: (path: string, about: string) => call<object>('fail', { path, about }),
    /** The trial or period of a subscription ends now. */
    renew: (subscription: string) => call<Subscription>('renew', { subscription }),
    /** Goes through a checkout as its page would: 'fails' is taken now and declined when charged. */
    checkout: (session: string, card: Controls['checkout']['card'], email?: string) =>
      call<CheckoutSession>('checkout', { session, card, email }),
    reset: () => call<object>('reset', {}),
    webhooks: () => call<Webhooks>('webhooks'),
    /** Held, nothing is sent but by `deliver`; let go, all that waits is sent. */
    setWebhooks: (change: Controls['webhooks']) => call<Webhooks>('webhooks', change),
    /** Sends these in this order, each as often as named; `at`, in seconds, says an older time of sending. */
    deliver: (events: string[], at?: number) =>
      call<{ statuses: (number | null)[] }>('webhooks/deliver', { events, at }).then(({ statuses }) => statuses),
    /** What would be sent, for who cannot be reached by an address. */
    signed: (events: string[], at?: number) =>
      call<{ signed: Signed[] }>('webhooks/signed', { events, at }).then(({ signed }) => signed),
  }
}
