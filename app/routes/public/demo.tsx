import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Demonstração · Relato', description: 'Demonstração', path: '/demo' })

export default function Page() {
  return (
    <main>
      <h1>Demonstração</h1>
    </main>
  )
}
