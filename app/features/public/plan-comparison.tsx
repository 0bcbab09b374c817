import { Check, Minus } from 'lucide-react'
import { formatMoney } from '#app/lib/format.ts'
import { specialtyLabels } from '#domain/record/specialty.ts'
import { type Plan, type PlanId, plans } from '#domain/subscription/plans.ts'

type Value = string | boolean
const each = (of: (plan: Plan) => Value): Record<PlanId, Value> => ({
  free: of(plans.free),
  pro: of(plans.pro),
  clinica: of(plans.clinica),
})
const all = each(() => true)
const paid = each(({ price }) => price.month > 0)
const soonIn = (...ids: PlanId[]) => each(({ id }) => (ids.includes(id) ? 'Em breve' : false))

const rows: readonly (readonly [string, Record<PlanId, Value>])[] = [
  ['Preço por mês', each(({ price }) => formatMoney(price.month))],
  ['Preço por ano', each(({ price }) => formatMoney(price.year))],
  ['Teste sem cartão', each(({ trialDays }) => (trialDays > 0 ? `${trialDays} dias` : false))],
  ['Consultas por mês', each(({ consultations }) => (consultations === null ? 'Ilimitadas' : String(consultations)))],
  ['Transcrição ao vivo, com médico e paciente', all],
  ['Prova em cada frase e conferências de segurança', all],
  ['Aviso ao paciente e registro do uso de IA', all],
  ['Assinatura eletrônica simples e guarda por 20 anos', all],
  ['Exportação em PDF e texto', all],
  ['Modelo de Clínica Geral', all],
  [`Os outros ${Object.keys(specialtyLabels).length - 1} modelos por especialidade`, paid],
  ['Suporte', { free: 'Por email', pro: 'Prioritário', clinica: 'Premium' }],
  ['Implantação acompanhada', each(({ id }) => id === 'clinica')],
  ['Integração com prontuários eletrônicos', soonIn('pro')],
  ['Análises e relatórios', soonIn('pro', 'clinica')],
  ['3 usuários e gestão de equipe', soonIn('clinica')],
  ['API personalizada', soonIn('clinica')],
]

export function PlanComparison() {
  return (
    <table className="w-full border-collapse text-left max-md:block">
      <caption className="sr-only">Comparação dos planos</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line-strong">
          <td />
          {Object.values(plans).map(({ id, name }) => (
            <th key={id} scope="col" className="w-[18%] py-3 pl-4 font-serif text-[20px] font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(([what, values]) => (
          <tr key={what} className="border-b border-line max-md:grid max-md:grid-cols-3 max-md:py-3.5">
            <th
              scope="row"
              className="py-3.5 pr-4 font-normal text-ink-2 max-md:col-span-3 max-md:pt-0 max-md:pb-1.5 max-md:font-[550] max-md:text-ink"
            >
              {what}
            </th>
            {Object.values(plans).map(({ id, name }) => (
              <td key={id} className="py-3.5 pl-4 max-md:p-0">
                {/* Where the heads of the columns are out of sight. */}
                <span className="block text-[13px] text-ink-3 md:hidden">{name}</span>
                <Cell value={values[id]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ value }: { value: Value }) {
  if (typeof value === 'string') return value
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={value ? 'size-[18px] text-accent' : 'size-[18px] text-ink-3'} />
      <span className="sr-only">{value ? 'Sim' : 'Não'}</span>
    </>
  )
}
