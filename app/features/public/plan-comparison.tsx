import { Check, Minus } from 'lucide-react'
import { type Compared, comparedFeatures, each } from '#domain/subscription/comparison.ts'
import { plans } from '#domain/subscription/plans.ts'
import { priceIn } from './plan-price.ts'

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
