import { changedOn, type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { PrivacyText } from '#app/features/public/privacy-sections.tsx'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Privacidade · Relato',
    description:
      'Quais dados o Relato trata, para quê, onde ficam e por quanto tempo, o que fica no seu aparelho e como exercer os direitos que a LGPD garante.',
    path: '/privacy',
  })

export default function Privacy() {
  return <PrivacyText updated={changedOn('/privacy')} />
}
