import type { Account } from './account.ts'
import { expireSession } from './checkout.ts'
import { itemOf, retry, turnPeriod } from './subscription-life.ts'

type Due = { at: number; act: (account: Account) => void }

function* duties({ state }: Account): Generator<Due> {
  for (const session of Object.values(state.sessions))
    if (session.status === 'open') yield { at: session.expires_at, act: (then) => expireSession(then, session) }
  for (const subscription of Object.values(state.subscriptions))
    if (['trialing', 'active', 'past_due'].includes(subscription.status)) {
      const end = itemOf(subscription).current_period_end
      yield { at: Math.min(end, subscription.cancel_at ?? end), act: (then) => turnPeriod(then, subscription) }
    }
  for (const invoice of Object.values(state.invoices))
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      yield { at: invoice.next_payment_attempt, act: (then) => retry(then, invoice) }
}

/** Does all that has come due, each at its own moment and in their order. */
export function settle(account: Account): void {
  const now = account.now()
  for (;;) {
    let next: Due | undefined
    for (const due of duties(account)) if (due.at <= now && (!next || due.at < next.at)) next = due
    if (!next) return
    const { at, act } = next
    act({ ...account, now: () => at, request: null })
  }
}
