import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Contato · Relato', description: 'Contato', path: '/contact' })

export default function Page() {
  return (
    <main>
      <h1>Contato</h1>
    </main>
  )
}
