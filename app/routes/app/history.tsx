import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { HistoryList } from '#app/features/history/history-list.tsx'
import { askedBy, filtersIn } from '#app/features/history/use-history.ts'
import { read } from '#app/lib/api.ts'
import { zoneOf } from '#app/lib/format.tsx'
import { apiOf } from '#app/lib/server-context.ts'
import { consultationsReply } from '#domain/consultation/contract.ts'
import { loaded, sessionContext } from '../session.ts'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: 'Histórico de Consultas · Relato' }]

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const filters = filtersIn(url.searchParams)
  const { api } = apiOf(context, request)
  const found = await loaded(
    read(
      api.consultations.search.$post({ json: askedBy(filters, zoneOf(request.headers.get('cookie'))) }),
      consultationsReply,
    ),
  )
  return { found, filters, doctorId: context.get(sessionContext).user.id }
}

/** Changes of the address within the page are loaded by the list itself. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) && defaultShouldRevalidate

export default function HistoryPage({ loaderData: { found, filters, doctorId } }: Route.ComponentProps) {
  return <HistoryList doctorId={doctorId} initial={found.data} failure={found.failure} filters={filters} />
}
