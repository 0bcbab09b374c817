import type { Card, CheckoutSession, Subscription } from './account.ts'

/** The client of the controls, for tests on any runtime. */
export function stripeControl(address: string, secretKey: string) {
  async function call<T>(name: string, body: object): Promise<T> {
    const answer = await fetch(`${address}/_control/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    /** Moves everything of a customer into the past, and runs what is due since. */
    age: (customer: string, seconds: number) => call<object>('age', { customer, seconds }),
    /** Declines the customer's next payment with any card. */
    declineNext: (customer: string) => call<object>('decline-next', { customer }),
    /** Answers the next valid call of that path, such as 'checkout/sessions', whose body contains `about` with 500. */
    fail: (path: string, about: string) => call<object>('fail', { path, about }),
    /** Ends the trial or period of a subscription now. */
    renew: (subscription: string) => call<Subscription>('renew', { subscription }),
    /** Subscribes a customer in the dashboard, where no rule of ours holds. `price` is an id or a lookup key. */
    subscribe: (customer: string, price: string) => call<Subscription>('subscribe', { customer, price }),
    /** Completes a checkout as its page does. The card 'fails' is accepted now and declined when charged. */
    checkout: (session: string, card: Card | 'none') => call<CheckoutSession>('checkout', { session, card }),
  }
}
