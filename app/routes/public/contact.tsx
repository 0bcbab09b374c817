import { type Matched, pageMeta } from '#app/features/public/page-meta.ts'
import { organizationData } from '#app/features/public/structured-data.ts'

export const meta = ({ matches }: Matched) =>
  pageMeta(matches, {
    title: 'Contato · Relato',
    description:
      'Fale com o Relato por mensagem, e-mail ou telefone. Atendemos de segunda a sexta, das 8h às 18h, e aos sábados, das 9h às 13h.',
    path: '/contact',
    data: [organizationData()],
  })

export default function Page() {
  return (
    <main>
      <h1>Contato</h1>
    </main>
  )
}
