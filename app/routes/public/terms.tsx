import { LegalPage } from '#app/features/public/legal-page.tsx'
import { type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { termsSections } from '#app/features/public/terms-sections.tsx'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Termos de uso · Relato',
    description:
      'O contrato entre o Relato e quem o usa: o serviço, o teste de 14 dias, a garantia de 30 dias, os planos, o uso de IA e a responsabilidade do médico.',
    path: '/terms',
  })

export default function Terms() {
  return (
    <LegalPage
      title="Termos de uso"
      intro="O que combinamos com quem usa o Relato, em linguagem direta."
      updated="22/11/2026"
      sections={termsSections}
    />
  )
}
