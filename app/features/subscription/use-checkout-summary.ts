import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiFailure } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import type { CheckoutSummary, SubscriptionInfo } from '#domain/subscription/contract.ts'
import { checkoutSummary, readSubscription } from './calls.ts'

type Seen =
  | { name: 'loading' }
  | { name: 'nothing' }
  | { name: 'failed'; failure: ApiFailure }
  | { name: 'loaded'; summary: CheckoutSummary; subscription: SubscriptionInfo | null }

/** The history's entry keeps the session's id, so that the page can be loaded again; the address need not. */
function keepIdOutOfAddress(id: string): void {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { checkout: id } }, '', location.pathname)
}

const keptIn = (state: unknown): string | null => {
  const checkout = (state as { checkout?: unknown } | null)?.checkout
  return typeof checkout === 'string' ? checkout : null
}

/** Loads the result of the checkout named in the address; `again` loads it once more. */
export function useCheckoutSummary(named: string | null) {
  const { state } = useLocation()
  const [seen, setSeen] = useState<Seen>({ name: 'loading' })
  const id = named ?? keptIn(state)
  const load = useCallback(async () => {
    if (!id) return setSeen({ name: 'nothing' })
    setSeen({ name: 'loading' })
    try {
      const summary = await checkoutSummary(id)
      // The page may be loaded again long after: what was bought may be over by then.
      const subscription = summary.status === 'complete' ? await readSubscription().catch(() => null) : null
      setSeen({ name: 'loaded', summary, subscription })
      keepIdOutOfAddress(id)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'checkout_not_found') keepIdOutOfAddress(id)
      warn({ event: 'checkout_failed', code: failure.code })
      setSeen({ name: 'failed', failure })
    }
  }, [id])
  useEffect(() => void load(), [load])
  return { seen, again: () => void load() }
}
