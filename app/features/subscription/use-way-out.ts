import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { useLeaving } from '#app/lib/use-leaving.ts'
import { useHydrated } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { messageOf } from '#domain/errors.ts'

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

/** Toasts the failed action with the server's sentence below it. Without Stripe, says that no charge was made. */
export function sayFailure(what: string, error: unknown): void {
  if (error instanceof ApiFailure && error.code === 'billing_unavailable')
    toast.error(messageOf('billing_unavailable'), { description: 'Nada foi cobrado. Tente de novo em alguns minutos.' })
  else if (whyOf(error) === what) toast.error(what)
  else toast.error(what, { description: whyOf(error) })
}
