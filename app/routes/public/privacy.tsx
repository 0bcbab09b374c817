import { LegalPage } from '#app/features/public/legal-page.tsx'
import { changedOn, type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { privacySections } from '#app/features/public/privacy-sections.tsx'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Privacidade · Relato',
    description:
      'Quais dados o Relato trata, para quê, onde ficam e por quanto tempo, o que fica no seu aparelho e como exercer os direitos que a LGPD garante.',
    path: '/privacy',
  })

export default function Privacy() {
  return (
    <LegalPage
      title="Política de privacidade"
      intro="O que fazemos com os seus dados e com os dos seus pacientes, sem letra miúda."
      updated={changedOn('/privacy')}
      sections={privacySections}
    />
  )
}
