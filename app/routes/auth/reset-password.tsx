import { pageMeta } from '#app/features/public/page-meta.ts'

export const meta = () =>
  pageMeta([], { title: 'Nova senha · Relato', description: 'Nova senha', path: '/reset-password' })

export default function Page() {
  return (
    <main>
      <h1>Nova senha</h1>
    </main>
  )
}
