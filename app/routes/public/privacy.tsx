import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Privacidade · Relato', description: 'Privacidade', path: '/privacy' })

export default function Page() {
  return (
    <main>
      <h1>Privacidade</h1>
    </main>
  )
}
