import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import { cancelSubscription, PLAN_SETTINGS, subscriptionStatus } from './calls.ts'

/**
 * Returns the loaded subscription, then Stripe's answer if the doctor comes for the plan. After Stripe's own pages the
 * webhook may arrive later than the doctor.
 */
export function useSubscription(loaded: SubscriptionInfo) {
  const { hash } = useLocation()
  const [newer, setNewer] = useState<{ of: SubscriptionInfo; info: SubscriptionInfo } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const id = loaded.subscription?.id

  const ask = useCallback(async () => {
    if (!id) return
    setAsking(true)
    try {
      const info = await subscriptionStatus(id)
      setNewer({ of: loaded, info })
      setFailure(null)
    } catch (error) {
      if (error instanceof ApiFailure) warn({ event: 'subscription_failed', code: error.code })
      setFailure(whyOf(error))
    }
    setAsking(false)
  }, [id, loaded])

  const wanted = PLAN_SETTINGS.endsWith(hash) && hash !== ''
  useEffect(() => {
    if (wanted) void ask()
  }, [wanted, ask])

  return {
    info: newer?.of === loaded ? newer.info : loaded,
    failure,
    asking,
    ask: () => void ask(),
    cancel: async (subscriptionId: string): Promise<SubscriptionInfo> => {
      const info = await cancelSubscription(subscriptionId)
      setNewer({ of: loaded, info })
      return info
    },
  }
}
