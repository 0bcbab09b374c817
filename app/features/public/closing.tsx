import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ShownClaims } from '#domain/site.ts'
import { ByInterval } from './by-interval.tsx'
import type { WaysIn } from './ways-in.ts'

/** Garantia de 30 dias. 20% de desconto no plano anual. Empty where this environment shows neither. */
export const guaranteeOf = ({ guaranteeDays, annualDiscount }: ShownClaims): string =>
  [
    guaranteeDays !== null && `Garantia de ${guaranteeDays} dias.`,
    annualDiscount !== null && `${percentOf(annualDiscount)} de desconto no plano anual.`,
  ]
    .filter(Boolean)
    .join(' ')

/** 20% */
export const percentOf = (share: number): string => `${Math.round(share * 100)}%`

type Props = { ways: WaysIn; claims: ShownClaims; title?: string }

export function Closing({ ways, claims, title = 'A próxima consulta já pode ser assim.' }: Props) {
  const guarantee = guaranteeOf(claims)
  return (
    <div className="mx-auto max-w-page px-5 pb-16 sm:px-6 lg:pb-24">
      <div className="rounded-l bg-accent-soft px-6 py-14 text-center lg:py-20">
        <h2 className="mx-auto max-w-measure-xs font-serif text-2xl leading-title font-medium tracking-tighter text-balance lg:text-3xl">
          {title}
        </h2>
        <p className="mx-auto mt-4 mb-8 max-w-measure-md text-md text-balance text-ink-2">
          Crie a conta, faça uma consulta e leia o registro. Se não servir, pare: não pedimos cartão.
        </p>
        <CallToAction ways={ways} centred />
        {guarantee && <p className="mt-6 text-sm text-ink-2">{guarantee}</p>}
      </div>
    </div>
  )
}

/** The two calls to action, as in the hero. */
export const CallToAction = ({ ways, centred = false }: { ways: WaysIn; centred?: boolean }) => (
  <div className={cx('flex gap-3 max-sm:flex-col sm:flex-wrap', centred && 'justify-center')}>
    <ByInterval>
      {(interval) => (
        <a href={ways.trial[interval]} className={`${buttonClass('primary', 'lg')} max-sm:w-full`}>
          Testar 14 dias sem cartão
        </a>
      )}
    </ByInterval>
    <a href="/demo" className={`${buttonClass('secondary', 'lg')} max-sm:w-full`}>
      Ver demonstração
    </a>
  </div>
)
