import { data } from 'react-router'
import { PageMissing } from '#app/features/public/error-page.tsx'

export const meta = () => [{ title: 'Página não encontrada · Relato' }, { name: 'robots', content: 'noindex' }]

export const loader = () => data(null, { status: 404 })

/** An address outside the app that names nothing; forms are sent to none of them. */
export const action = loader

export default function NotFound() {
  return <PageMissing />
}
