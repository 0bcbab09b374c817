import { data } from 'react-router'
import { PageMissing } from '#app/features/public/section.tsx'

export const meta = () => [{ title: 'Página não encontrada · Relato' }, { name: 'robots', content: 'noindex' }]

export const loader = () => data(null, { status: 404 })

/** Forms sent to an unknown address get the same 404. */
export const action = loader

export default function NotFound() {
  return <PageMissing />
}
