import { FreeInvitation, FreeOutcome, PaidOutcome, SignInToSee } from '#app/features/subscription/checkout-outcome.tsx'
import { along } from '#app/lib/way-on.ts'
import { sessionOf } from '../session.ts'
import type { Route } from './+types/success'

export const meta: Route.MetaFunction = () => [{ title: 'Assinatura · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const session = await sessionOf(context, request)
  return {
    checkout: url.searchParams.get('session_id'),
    free: url.searchParams.get('plan') === 'free',
    email: session?.user.email ?? null,
  }
}

/** What is shown of a payment is asked for once; the address changes under it. */
export const shouldRevalidate = () => false

const free = { plan: 'free', interval: 'month' } as const
const signUp = along('/login', { chosen: free, redirect: null }, { criar: '1' })
const signIn = along('/login', { chosen: null, redirect: '/app/dashboard' })
const signInToSettings = along('/login', { chosen: null, redirect: '/app/settings' })

export default function Success({ loaderData: { checkout, free, email } }: Route.ComponentProps) {
  if (free && !checkout)
    return email ? <FreeOutcome email={email} /> : <FreeInvitation signUp={signUp} signIn={signIn} />
  if (checkout && !email) return <SignInToSee signIn={signInToSettings} />
  return <PaidOutcome sessionId={checkout} />
}
