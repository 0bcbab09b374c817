import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device reports a network: false is certain, true is not. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Retries a failed request when the network is back. */
export function useBackOnline(askAgain: () => void): void {
  const back = useEffectEvent(askAgain)
  useEffect(() => {
    const listener = () => back()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}
