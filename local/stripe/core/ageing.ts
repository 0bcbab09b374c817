import { type Account, findCustomer } from './account.ts'

/** Every field here that holds a moment, in seconds. */
const moments = new Set([
  'billing_cycle_anchor',
  'cancel_at',
  'canceled_at',
  'created',
  'current_period_end',
  'current_period_start',
  'effective_at',
  'end',
  'ended_at',
  'expires_at',
  'finalized_at',
  'next_payment_attempt',
  'paid_at',
  'period_end',
  'period_start',
  'start',
  'start_date',
  'trial_end',
  'trial_start',
  'updated_at',
])

function age(at: unknown, seconds: number): void {
  if (typeof at !== 'object' || at === null) return
  for (const [key, value] of Object.entries(at)) {
    if (moments.has(key) && typeof value === 'number') Object.assign(at, { [key]: value - seconds })
    // Prices are the catalogue's, not the customer's.
    else if (key !== 'price' && key !== 'plan') age(value, seconds)
  }
}

/**
 * As if all that a customer has had happened so much earlier: what has come due meanwhile is done next. The clock stays
 * where it is, the app's own and everybody else's.
 */
export function ageCustomer(account: Account, id: string, seconds: number): void {
  const { state } = account
  age(findCustomer(account, id, 'customer'), seconds)
  for (const kind of [state.subscriptions, state.invoices, state.sessions])
    for (const one of Object.values(kind)) if (one.customer === id) age(one, seconds)
}
