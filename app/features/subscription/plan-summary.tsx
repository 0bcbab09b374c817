import { formatMoney } from '#app/lib/format.ts'
import { Card } from '#app/ui/card.tsx'
import { FeatureList } from '#app/ui/feature-list.tsx'
import type { Interval, Plan } from '#domain/subscription/plans.ts'
import { Told } from './checkout-frame.tsx'
import { priceOfPlan } from './words.ts'

type Props = { plan: Plan; interval: Interval; trialDays: number }

/** The chosen plan, its price and its free trial. */
export function PlanSummary({ plan, interval, trialDays }: Props) {
  const [amount, per] = priceOfPlan(plan.price[interval], interval)
  return (
    <div className="flex flex-col gap-4">
      <Card className="p-5 sm:p-6">
        <h2 className="font-serif text-xl leading-tight font-medium">{plan.name}</h2>
        <p className="mt-1 text-ink-2">{plan.description}</p>
        <p className="mt-5 flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-serif text-2xl leading-none font-medium tracking-tighter">{amount}</span>{' '}
          <span className="text-ink-2">{per}</span>
        </p>
        {interval === 'year' && plan.price.year > 0 && (
          <p className="mt-2 text-sm text-ink-3">
            Equivale a {formatMoney(plan.price.year / 12)} por mês. Você economiza{' '}
            {formatMoney(plan.price.month * 12 - plan.price.year)}.
          </p>
        )}
        {trialDays > 0 && <p className="mt-2 font-semibold text-accent">{trialDays} dias grátis</p>}
        <FeatureList features={plan.features} className="mt-5 pt-5" />
      </Card>
      {trialDays > 0 && (
        <Told title={`Teste por ${trialDays} dias`}>
          Use todos os recursos do plano e cancele quando quiser durante o teste, sem nenhuma cobrança.
        </Told>
      )}
    </div>
  )
}
