import { type Account, find } from './account.ts'
import { expireSession } from './checkout.ts'
import { subscriptionTasks } from './subscriptions.ts'

function* tasksOf(account: Account) {
  for (const session of Object.values(account.state.sessions))
    if (session.status === 'open')
      yield { at: session.expires_at, run: (then: Account) => void expireSession(then, session) }
  yield* subscriptionTasks(account)
}

/** Runs everything that is due, in order, each task at its own time. */
export function runDueTasks(account: Account): void {
  const now = account.now()
  for (;;) {
    const [next] = [...tasksOf(account)].filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at)
    if (!next) return
    next.run({ ...account, now: () => next.at })
  }
}

const timeFields = new Set([
  'cancel_at',
  'created',
  'current_period_end',
  'current_period_start',
  'ended_at',
  'expires_at',
  'next_payment_attempt',
  'trial_end',
  'trial_start',
])

function shift(value: unknown, seconds: number): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    if (timeFields.has(key) && typeof inner === 'number') Object.assign(value, { [key]: inner - seconds })
    else if (key !== 'price') shift(inner, seconds)
}

/** Moves everything of a customer into the past. The clock stays, because the app has its own. */
export function ageCustomer({ state }: Account, id: string, seconds: number): void {
  find(state.customers, 'customer', id, 'customer')
  for (const objects of [state.subscriptions, state.invoices, state.sessions])
    for (const one of Object.values(objects)) if (one.customer === id) shift(one, seconds)
}
