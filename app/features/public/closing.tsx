import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { site } from '#domain/site.ts'
import { ANNUAL_DISCOUNT } from '#domain/subscription/plans.ts'
import { ByInterval } from './by-interval.tsx'
import type { WaysIn } from './ways-in.ts'

export const guarantee = `Garantia de ${site.guaranteeDays} dias. ${ANNUAL_DISCOUNT * 100}% de desconto no plano anual.`

type Props = { ways: WaysIn; title?: string }

/** The last thing said on a page: try it. */
export function Closing({ ways, title = 'A próxima consulta já pode ser assim.' }: Props) {
  return (
    <div className="mx-auto max-w-[1200px] px-5 pb-16 sm:px-6 lg:pb-24">
      <div className="rounded-[14px] bg-accent-soft px-6 py-14 text-center lg:py-20">
        <h2 className="mx-auto max-w-[20ch] font-serif text-[34px] leading-[1.1] font-medium tracking-[-.02em] text-balance lg:text-[46px]">
          {title}
        </h2>
        <p className="mx-auto mt-4 mb-8 max-w-[44ch] text-[17px] text-balance text-ink-2">
          Crie a conta, faça uma consulta e leia o registro. Se não servir, pare: não pedimos cartão.
        </p>
        <CallToAction ways={ways} centred />
        <p className="mt-6 text-[14.5px] text-ink-2">{guarantee}</p>
      </div>
    </div>
  )
}

/** The two ways on, as the hero shows them. */
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
