import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Termos de uso · Relato', description: 'Termos de uso', path: '/terms' })

export default function Page() {
  return (
    <main>
      <h1>Termos de uso</h1>
    </main>
  )
}
