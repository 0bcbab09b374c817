import { Closing, guaranteeOf, percentOf } from '#app/features/public/closing.tsx'
import { Faq, planQuestions } from '#app/features/public/faq.tsx'
import { claimsIn, faqData, type Matched, pageMeta, productData } from '#app/features/public/page-meta.ts'
import { PlanCards, PlanComparison } from '#app/features/public/plan-cards.tsx'
import { PageHead, Section, SectionHead, TextLink } from '#app/features/public/section.tsx'
import { useVisit } from '#app/features/public/ways-in.ts'
import { plans, TRIAL_DAYS } from '#domain/subscription/plans.ts'

const andList = new Intl.ListFormat('pt-BR')

export function meta({ matches }: Matched) {
  const claims = claimsIn(matches)
  const { guaranteeDays, annualDiscount } = claims
  const reasons = [
    `${TRIAL_DAYS} dias de teste sem cartão`,
    guaranteeDays === null ? 'cancelamento quando quiser' : `garantia de ${guaranteeDays} dias`,
    annualDiscount === null ? 'pagamento por mês ou por ano' : `${percentOf(annualDiscount)} de desconto no ano`,
  ]
  return pageMeta(matches, {
    title: 'Preços · Relato',
    description: `Free com ${plans.free.consultations} consultas por mês, Pro e Clínica com consultas ilimitadas. ${andList.format(reasons)}.`,
    path: '/pricing',
    data: [productData(), faqData(planQuestions(claims))],
  })
}

export default function Pricing() {
  const { claims, ...visit } = useVisit()
  return (
    <>
      <PageHead title="Preço claro, do primeiro paciente ao último">
        Comece pelo Free e fique o quanto quiser. Os planos pagos têm {TRIAL_DAYS} dias de teste sem cartão.{' '}
        {guaranteeOf(claims)}
      </PageHead>
      <div className="mx-auto max-w-page px-5 pb-16 sm:px-6 lg:pb-24">
        <h2 className="sr-only">Planos</h2>
        <PlanCards visit={visit} claims={claims} />
      </div>
      <Section sunken>
        <SectionHead title="Lado a lado">
          O que está marcado com “em breve” ainda não existe: decida pelo que já funciona.
        </SectionHead>
        <PlanComparison />
      </Section>
      <Section className="grid gap-x-14 lg:grid-cols-4-8">
        <SectionHead title="Perguntas sobre os planos">
          Outra dúvida? <TextLink to="/contact">Fale com a gente</TextLink>.
        </SectionHead>
        <Faq entries={planQuestions(claims)} />
      </Section>
      {!visit.signedIn && (
        <Closing ways={visit.ways} claims={claims} title="Teste com os seus pacientes, não com os nossos exemplos." />
      )}
    </>
  )
}
