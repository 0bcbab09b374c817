import { Link } from 'react-router'
import type { ChosenPlan } from '#domain/subscription/chosen-plan.ts'
import { plans } from '#domain/subscription/plans.ts'

const intervalNames = { month: 'mensal', year: 'anual' } as const

/** 'Pro, anual · 14 dias grátis', 'Free · sem cobrança' */
function named({ plan, interval }: ChosenPlan): string {
  const { name, price, trialDays } = plans[plan]
  if (price[interval] === 0) return `${name} · sem cobrança`
  return `${name}, ${intervalNames[interval]}${trialDays > 0 ? ` · ${trialDays} dias grátis` : ''}`
}

/** Shows the plan chosen before sign-up, with a link to choose another. */
export const ChosenPlanLine = ({ chosen }: { chosen: ChosenPlan }) => (
  <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-m border border-line bg-accent-soft px-4 py-3">
    <span>
      Plano escolhido: <b className="font-semibold">{named(chosen)}</b>
    </span>
    <Link to="/pricing" reloadDocument className="rounded-s text-accent underline underline-offset-2">
      Trocar plano
    </Link>
  </p>
)
