import { changedOn, claimsIn, type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { TermsText } from '#app/features/public/terms-sections.tsx'
import { useVisit } from '#app/features/public/ways-in.ts'
import { TRIAL_DAYS } from '#domain/subscription/plans.ts'

export function meta({ matches }: Matched) {
  const { guaranteeDays } = claimsIn(matches)
  const guarantee = guaranteeDays === null ? '' : ` a garantia de ${guaranteeDays} dias,`
  return pageMeta(matches, {
    title: 'Termos de uso · Relato',
    description: `O contrato entre o Relato e quem o usa: o serviço, o teste de ${TRIAL_DAYS} dias,${guarantee} os planos, o uso de IA e a responsabilidade do médico.`,
    path: '/terms',
  })
}

export default function Terms() {
  const { claims } = useVisit()
  return <TermsText updated={changedOn('/terms')} claims={claims} />
}
