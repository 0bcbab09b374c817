import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () => pageMeta({ title: 'Preços · Relato', description: 'Preços', path: '/pricing' })

export default function Page() {
  return (
    <main>
      <h1>Preços</h1>
    </main>
  )
}
