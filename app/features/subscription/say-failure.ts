import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { toast } from '#app/ui/toast.tsx'
import { messageOf } from '#domain/errors.ts'

/** Toasts the failed action with the server's sentence below it. Without Stripe, says that no charge was made. */
export function sayFailure(what: string, error: unknown): void {
  if (error instanceof ApiFailure && error.code === 'billing_unavailable')
    toast.error(messageOf('billing_unavailable'), { description: 'Nada foi cobrado. Tente de novo em alguns minutos.' })
  else if (whyOf(error) === what) toast.error(what)
  else toast.error(what, { description: whyOf(error) })
}
