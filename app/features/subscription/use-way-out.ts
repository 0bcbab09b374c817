import { useLeaving } from '#app/lib/use-leaving.ts'
import { useHydrated } from '#app/ui/form.tsx'
import { sayFailure } from './say-failure.ts'

/** Leads to a page of Stripe's. */
export function useWayOut(
  ask: () => Promise<{ url: string }>,
  failed: string,
  /** True: the failure needs no telling, it is answered otherwise. */
  answered: (error: unknown) => boolean = () => false,
) {
  const [busy, setBusy] = useLeaving()
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
