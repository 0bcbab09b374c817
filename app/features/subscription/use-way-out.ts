import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/form.tsx'
import { sayFailure } from './say-failure.ts'

/** Leads to a page of Stripe's: busy until this one is left, and free again when the browser's way back shows it as it was. */
export function useWayOut(
  ask: () => Promise<{ url: string }>,
  failed: string,
  /** True: the failure needs no telling, it is answered otherwise. */
  answered: (error: unknown) => boolean = () => false,
) {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', shownAgain)
    return () => removeEventListener('pageshow', shownAgain)
  }, [])
  async function leave() {
    setBusy(true)
    try {
      location.assign((await ask()).url)
    } catch (error) {
      setBusy(false)
      if (!answered(error)) sayFailure(failed, error)
    }
  }
  /** For its button: a click before the page's script has come would be lost. */
  return { busy, disabled: !useHydrated(), onClick: () => void leave() }
}
