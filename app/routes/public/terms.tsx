import { LegalPage } from '#app/features/public/legal-page.tsx'
import { changedOn, type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { termsSections } from '#app/features/public/terms-sections.tsx'
import { site } from '#domain/site.ts'
import { TRIAL_DAYS } from '#domain/subscription/plans.ts'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Termos de uso · Relato',
    description: `O contrato entre o Relato e quem o usa: o serviço, o teste de ${TRIAL_DAYS} dias, a garantia de ${site.guaranteeDays} dias, os planos, o uso de IA e a responsabilidade do médico.`,
    path: '/terms',
  })

export default function Terms() {
  return (
    <LegalPage
      title="Termos de uso"
      intro="O que combinamos com quem usa o Relato, em linguagem direta."
      updated={changedOn('/terms')}
      sections={termsSections}
    />
  )
}
