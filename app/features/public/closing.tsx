import { buttonClass } from '#app/ui/button.tsx'
import { site } from '#domain/site.ts'
import { ANNUAL_DISCOUNT } from '#domain/subscription/plans.ts'

export const guarantee = `Garantia de ${site.guaranteeDays} dias. ${ANNUAL_DISCOUNT * 100}% de desconto no plano anual.`

/** The last thing said on a page: try it. */
export function Closing({ trial, title = 'A próxima consulta já pode ser assim.' }: { trial: string; title?: string }) {
  return (
    <div className="mx-auto max-w-[1200px] px-5 pb-16 sm:px-6 lg:pb-24">
      <div className="rounded-[14px] bg-accent px-6 py-14 text-center text-on-accent lg:py-20">
        <h2 className="mx-auto max-w-[20ch] font-serif text-[34px] leading-[1.1] font-medium tracking-[-.02em] text-balance lg:text-[46px]">
          {title}
        </h2>
        <p className="mx-auto mt-4 max-w-[44ch] text-[17px] text-pretty">
          Crie a conta, faça uma consulta e leia o registro. Se não servir, pare: não pedimos cartão.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <a
            href={trial}
            className="inline-flex h-12 items-center rounded-s bg-on-accent px-5 font-[600] text-accent transition-opacity duration-150 hover:opacity-90 focus-visible:outline-on-accent"
          >
            Testar 14 dias sem cartão
          </a>
          <a
            href="/demo"
            className="inline-flex h-12 items-center rounded-s border border-on-accent/60 px-5 font-[550] transition-colors duration-150 hover:border-on-accent focus-visible:outline-on-accent"
          >
            Ver demonstração
          </a>
        </div>
        <p className="mt-6 text-[14.5px]">{guarantee}</p>
      </div>
    </div>
  )
}

/** The two ways on, as the hero shows them. */
export const CallToAction = ({ trial }: { trial: string }) => (
  <div className="flex flex-wrap gap-3">
    <a href={trial} className={buttonClass('primary', 'lg')}>
      Testar 14 dias sem cartão
    </a>
    <a href="/demo" className={buttonClass('secondary', 'lg')}>
      Ver demonstração
    </a>
  </div>
)
