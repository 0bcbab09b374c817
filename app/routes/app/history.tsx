import { HistoryList } from '#app/features/history/history-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { consultationsReply } from '#domain/consultation/contract.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: 'Histórico de Consultas · Relato' }]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loaded(read(apiOf(context, request).api.consultations.search.$post({ json: {} }), consultationsReply))

export default function HistoryPage({ loaderData: { data, failure } }: Route.ComponentProps) {
  return <HistoryList initial={data} initialFailure={failure} />
}
