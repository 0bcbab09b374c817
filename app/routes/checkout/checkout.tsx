import { data, isRouteErrorResponse, redirect } from 'react-router'
import { AuthFrame } from '#app/features/account/auth-frame.tsx'
import { formatMoney } from '#app/lib/format.ts'
import { along } from '#app/lib/way-on.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { chosenPlan } from '#domain/subscription/chosen-plan.ts'
import { plans } from '#domain/subscription/plans.ts'
import { RouteError } from '../route-error.tsx'
import { sessionOf } from '../session.ts'
import type { Route } from './+types/checkout'

export const meta: Route.MetaFunction = () => [{ title: 'Assinatura · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const chosen = chosenPlan(url.searchParams)
  if (!chosen) throw data(null, { status: 404 })
  if (!(await sessionOf(context, request))) throw redirect(along('/login', { chosen, redirect: null }, { criar: '1' }))
  if (plans[chosen.plan].price[chosen.interval] === 0) throw redirect('/app/dashboard')
  return chosen
}

const per = { month: 'por mês', year: 'por ano' } as const

export default function Checkout({ loaderData: { plan: id, interval } }: Route.ComponentProps) {
  const { name, description, price, features } = plans[id]
  return (
    <AuthFrame title={`Plano ${name}`}>
      <p className="text-ink-2">{description}</p>
      <p className="mt-3">
        <b className="font-serif text-[28px] font-medium">{formatMoney(price[interval])}</b>{' '}
        <span className="text-ink-2">{per[interval]}</span>
      </p>
      <ul className="my-4 list-disc pl-5 text-ink-2">
        {features.map((feature) => (
          <li key={feature.text}>
            {feature.text}
            {'soon' in feature && ' (em breve)'}
          </li>
        ))}
      </ul>
      <div role="alert" className="rounded-m bg-warn-soft px-4 py-3 text-warn">
        <p className="font-semibold">Stripe não foi carregado</p>
        <p>
          A assinatura ainda não está disponível. Nada foi cobrado: sua conta continua no plano {plans.free.name}, e
          você pode escolher o plano depois.
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <a href="/app/dashboard" className={buttonClass('primary')}>
          Ir para o Relato
        </a>
        <a href="/pricing" className={buttonClass()}>
          Voltar aos planos
        </a>
        <a href="/contact" className={buttonClass()}>
          Falar conosco
        </a>
      </div>
    </AuthFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteError error={error} />
  return (
    <AuthFrame title="Plano não encontrado">
      <p className="mb-4 text-ink-2">Este plano não existe ou mudou de nome. Veja os planos e escolha o seu.</p>
      <a href="/pricing" className={buttonClass('primary')}>
        Ver planos
      </a>
    </AuthFrame>
  )
}
