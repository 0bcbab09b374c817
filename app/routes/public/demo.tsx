import { ArrowLeft } from 'lucide-react'
import { DemoStage } from '#app/features/public/demo-stage.tsx'
import { type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { plans } from '#domain/subscription/plans.ts'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Demonstração: da consulta ao prontuário · Relato',
    description:
      'Veja em oito segundos uma consulta de exemplo virar registro: transcrição, anamnese, exame físico, diagnóstico com CID e conduta.',
    path: '/demo',
  })

export default function Demo() {
  return (
    <div className="mx-auto max-w-page px-5 pt-6 sm:px-6 lg:pt-10">
      <a
        href="/landing"
        className="inline-flex min-h-11 items-center gap-2 rounded-s text-sm font-strong text-ink-2 hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Voltar ao início
      </a>
      <header className="mt-2 mb-7 max-w-column">
        <h1 className="font-serif text-2xl leading-display font-medium tracking-tighter text-balance lg:text-3xl">
          Veja uma consulta virar prontuário.
        </h1>
        <p className="mt-4 text-md leading-relaxed text-ink-2 lg:text-lg">
          Oito segundos resumem uma consulta de seis minutos, da primeira fala ao registro com CID. Médica, paciente e
          consulta são inventados, e o seu microfone fica desligado.
        </p>
      </header>
      <DemoStage />
      <section className="my-14 rounded-m bg-accent-soft px-6 py-10 text-center lg:my-20 lg:py-14">
        <h2 className="mx-auto max-w-measure-xs font-serif text-2xl leading-title font-medium tracking-tighter text-balance lg:text-2xl">
          A próxima pode ser a sua consulta.
        </h2>
        <p className="mx-auto mt-3 max-w-measure-md text-md text-ink-2">
          {plans.pro.trialDays} dias com todos os recursos do {plans.pro.name}. Você só informa o cartão se quiser
          continuar.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <a href="/checkout?plan=pro" className={buttonClass('primary', 'lg')}>
            Testar {plans.pro.trialDays} dias sem cartão
          </a>
          <a href="/pricing" className={buttonClass('secondary', 'lg')}>
            Ver preços
          </a>
        </div>
      </section>
    </div>
  )
}
