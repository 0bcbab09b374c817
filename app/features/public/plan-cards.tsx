import { Check, Minus } from 'lucide-react'
import { formatMoney } from '#app/lib/format.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { FeatureList } from '#app/ui/feature-list.tsx'
import type { ShownClaims } from '#domain/site.ts'
import { checkoutPath } from '#domain/subscription/chosen-plan.ts'
import { type Compared, comparedFeatures, each } from '#domain/subscription/comparison.ts'
import { type Interval, intervals, type Plan, plans } from '#domain/subscription/plans.ts'
import { ByInterval } from './by-interval.tsx'
import { percentOf } from './closing.tsx'
import type { Visit } from './ways-in.ts'

const perInterval: Record<Interval, string> = { month: '/mês', year: '/ano' }

/** R$ 197,00/mês */
export const priceIn = ({ price }: Pick<Plan, 'price'>, interval: Interval): string =>
  formatMoney(price[interval]) + perInterval[interval]

const names: Record<Interval, string> = { month: 'Mensal', year: 'Anual' }

export function PlanCards({ visit, claims: { annualDiscount } }: { visit: Visit; claims: ShownClaims }) {
  return (
    <>
      <fieldset className="mx-auto mb-8 flex w-fit rounded-full border border-line-strong bg-surface p-1">
        <legend className="sr-only">Como pagar</legend>
        {intervals.map((interval) => (
          <label
            key={interval}
            className="relative flex min-h-11 items-center gap-2 rounded-full px-5 font-strong text-ink-2 transition-colors duration-150 has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="interval"
              value={interval}
              defaultChecked={interval === 'month'}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            {names[interval]}
            {interval === 'year' && annualDiscount !== null && (
              <span className="text-sm">−{percentOf(annualDiscount)}</span>
            )}
          </label>
        ))}
      </fieldset>
      <ul className="grid gap-5 lg:grid-cols-3">
        {Object.values(plans).map((plan) => (
          <PlanCard key={plan.id} plan={plan} visit={visit} />
        ))}
      </ul>
    </>
  )
}

type CardProps = { plan: Plan; visit: Visit }

function PlanCard({ plan, visit }: CardProps) {
  return (
    <li
      className={cx(
        'relative flex flex-col rounded-l border bg-surface p-6 lg:p-7',
        plan.popular ? 'border-accent shadow-raised ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <h3 className="font-serif text-xl leading-tight font-medium">{plan.name}</h3>
        {plan.popular && (
          <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">
            Mais popular
          </span>
        )}
      </div>
      <p className="mt-1 text-ink-2">{plan.description}</p>
      <div className="mt-6 min-h-28">
        {plan.price.month === 0 ? (
          <Price amount={0} per={perInterval.month} note="Sem cobrança, sem prazo." />
        ) : (
          <ByInterval>{(interval) => <PriceIn plan={plan} interval={interval} />}</ByInterval>
        )}
      </div>
      <WayIn plan={plan} visit={visit} />
      <FeatureList features={plan.features} className="mt-6 pt-6" />
    </li>
  )
}

function PriceIn({ plan, interval }: { plan: Plan; interval: Interval }) {
  const { month, year } = plan.price
  return interval === 'month' ? (
    <Price amount={month} per={perInterval.month} note={`Ou ${priceIn(plan, 'year')}.`} />
  ) : (
    <Price
      amount={year}
      per={perInterval.year}
      note={`Equivale a ${formatMoney(year / 12)}${perInterval.month}. Você economiza ${formatMoney(month * 12 - year)}.`}
    />
  )
}

const Price = ({ amount, per, note }: { amount: number; per: string; note: string }) => (
  <>
    <p className="flex flex-wrap items-baseline gap-x-0.5">
      <span className="font-serif text-2xl leading-none font-medium tracking-tighter">{formatMoney(amount)}</span>
      <span className="text-ink-2">{per}</span>
    </p>
    <p className="mt-2 text-sm text-ink-3">{note}</p>
  </>
)

function WayIn({ plan, visit: { ways, signedIn } }: CardProps) {
  const look = cx(buttonClass(plan.popular ? 'primary' : 'secondary', 'lg'), 'w-full')
  if (plan.price.month === 0)
    return (
      <a href={signedIn ? '/app/dashboard' : ways.free} className={look}>
        {signedIn ? 'Abrir o Relato' : 'Começar grátis'}
      </a>
    )
  return (
    <ByInterval>
      {(interval) => (
        <a href={checkoutPath({ plan: plan.id, interval })} className={look}>
          Testar {plan.trialDays} dias
          <span className="sr-only">
            {' '}
            do plano {plan.name}, {names[interval].toLowerCase()}
          </span>
        </a>
      )}
    </ByInterval>
  )
}

const rows: readonly Compared[] = [
  { row: 'Preço mensal', values: each((plan) => priceIn(plan, 'month')) },
  { row: 'Preço anual', values: each((plan) => priceIn(plan, 'year')) },
  { row: 'Teste sem cartão', values: each(({ trialDays }) => (trialDays > 0 ? `${trialDays} dias` : false)) },
  ...comparedFeatures(),
]

export function PlanComparison() {
  return (
    <table className="w-full border-collapse text-left max-md:block">
      <caption className="sr-only">Comparação dos planos</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line-strong">
          <td />
          {Object.values(plans).map(({ id, name }) => (
            <th key={id} scope="col" className="w-1/6 py-3 pl-4 font-serif text-lg font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(({ row, values }) => (
          <tr key={row} className="border-b border-line max-md:grid max-md:grid-cols-plans max-md:py-3.5">
            <th
              scope="row"
              className="py-3.5 pr-4 font-normal text-ink-2 max-md:col-span-3 max-md:pt-0 max-md:pb-1.5 max-md:font-strong max-md:text-ink"
            >
              {row}
            </th>
            {Object.values(plans).map(({ id, name }) => (
              <td key={id} className="py-3.5 pl-4 max-md:p-0 max-md:text-sm">
                {/* For narrow screens, where the column heads are hidden. */}
                <span className="block text-xs text-ink-3 md:hidden">{name}</span>
                <Cell value={values[id]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={value ? 'size-4.5 text-accent' : 'size-4.5 text-ink-3'} />
      <span className="sr-only">{value ? 'Sim' : 'Não'}</span>
    </>
  )
}
