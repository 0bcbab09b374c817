import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Sobre · Relato', description: 'Sobre', path: '/about' })

export default function Page() {
  return (
    <main>
      <h1>Sobre</h1>
    </main>
  )
}
