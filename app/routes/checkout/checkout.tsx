import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta([], { title: 'Assinatura · Relato', description: 'Assinatura', path: '/checkout' })

export default function Page() {
  return (
    <main>
      <h1>Assinatura</h1>
    </main>
  )
}
