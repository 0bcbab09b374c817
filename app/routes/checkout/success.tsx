import { CheckoutFrame } from '#app/features/subscription/checkout-frame.tsx'
import { FreeInvitation, FreeOutcome, PaidOutcome, SignInToSee } from '#app/features/subscription/checkout-outcome.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { along } from '#app/lib/way-on.ts'
import { ErrorState } from '#app/ui/states.tsx'
import { subscriptionReply } from '#domain/subscription/contract.ts'
import { loaded, sessionOf } from '../session.ts'
import type { Route } from './+types/success'

export const meta: Route.MetaFunction = () => [{ title: 'Assinatura · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const session = await sessionOf(context, request)
  const checkout = url.searchParams.get('session_id')
  const free = !checkout && url.searchParams.get('plan') === 'free'
  const loadSubscription = () => loaded(read(apiOf(context, request).api.subscription.$get(), subscriptionReply))
  return {
    checkout,
    free,
    email: session?.user.email ?? null,
    // Skips the Free plan for a doctor who pays for another plan.
    current: free && session ? await loadSubscription() : null,
  }
}

/** Loads the payment once; later address changes do not reload it. */
export const shouldRevalidate = () => false

const free = { plan: 'free', interval: 'month' } as const
const signUp = along('/login', { chosen: free, redirect: null }, { criar: '1' })
const signIn = along('/login', { chosen: null, redirect: '/app/dashboard' })
const signInToSettings = along('/login', { chosen: null, redirect: '/app/settings' })

export default function Success({ loaderData: { checkout, free, email, current } }: Route.ComponentProps) {
  if (free && email && current)
    return current.data ? (
      <FreeOutcome email={email} subscription={current.data.subscription} />
    ) : (
      <CheckoutFrame title="Não foi possível ver a sua conta">
        <ErrorState message={current.failure} onRetry={() => location.reload()} />
      </CheckoutFrame>
    )
  if (free) return <FreeInvitation signUp={signUp} signIn={signIn} />
  if (checkout && !email) return <SignInToSee signIn={signInToSettings} />
  return <PaidOutcome sessionId={checkout} />
}
