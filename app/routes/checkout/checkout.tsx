import { data, isRouteErrorResponse, redirect, useRevalidator } from 'react-router'
import { CheckoutFrame } from '#app/features/subscription/checkout-frame.tsx'
import { FreeCard, PayCard, PlanSummary, SubscribedCard } from '#app/features/subscription/pay-card.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { along } from '#app/lib/way-on.ts'
import { ButtonLinks } from '#app/ui/button.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { chosenPlan } from '#domain/subscription/chosen-plan.ts'
import { subscriptionReply } from '#domain/subscription/contract.ts'
import { plans } from '#domain/subscription/plans.ts'
import { RouteError } from '../route-error.tsx'
import { loaded, sessionOf } from '../session.ts'
import type { Route } from './+types/checkout'

export const meta: Route.MetaFunction = () => [{ title: 'Assinatura · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const chosen = chosenPlan(url.searchParams)
  if (!chosen) throw data(null, { status: 404 })
  if (!(await sessionOf(context, request))) throw redirect(along('/login', { chosen, redirect: null }, { criar: '1' }))
  return { chosen, current: await loaded(read(apiOf(context, request).api.subscription.$get(), subscriptionReply)) }
}

export default function Checkout({ loaderData: { chosen, current } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const plan = plans[chosen.plan]
  // Mentions a trial only once it is confirmed.
  const { trialAvailable = false, subscription = null } = current.data ?? {}
  const trialDays = trialAvailable && !subscription?.live ? plan.trialDays : 0
  const way = () => {
    if (!current.data) return <ErrorState message={current.failure} onRetry={revalidate} busy={state === 'loading'} />
    if (subscription?.live) return <SubscribedCard subscription={subscription} />
    if (plan.id === 'free') return <FreeCard />
    return (
      <PayCard plan={plan.id} interval={chosen.interval} amount={plan.price[chosen.interval]} trialDays={trialDays} />
    )
  }
  return (
    <CheckoutFrame title={trialDays > 0 ? `Teste de ${trialDays} dias` : 'Finalizar assinatura'} wide>
      <div className="grid items-start gap-5 md:grid-cols-2 lg:gap-8">
        <PlanSummary plan={plan} interval={chosen.interval} trialDays={trialDays} />
        {way()}
      </div>
    </CheckoutFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteError error={error} />
  return (
    <CheckoutFrame
      title="Plano não encontrado"
      lead="Este plano não existe ou mudou de nome. Veja os planos e escolha o seu."
    >
      <ButtonLinks to={[['/pricing', 'Ver planos']]} />
    </CheckoutFrame>
  )
}
