import { HistoryList } from '#app/features/history/history-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { consultationsReply } from '#domain/consultation/contract.ts'
import { idParam } from '#domain/contract.ts'
import { patientReply } from '#domain/patient/contract.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: 'Histórico de Consultas · Relato' }]

/** `?paciente=` lists one patient's consultations, archived ones' too; an id that is nobody's lists all. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const api = apiOf(context, request).api
  const asked = idParam.safeParse({ id: url.searchParams.get('paciente') })
  const found = asked.success
    ? await loaded(read(api.patients[':id'].$get({ param: asked.data }), patientReply))
    : { data: null }
  const patient = found.data && { id: found.data.patient.id, name: found.data.patient.name }
  const list = await loaded(
    read(api.consultations.search.$post({ json: { patientId: patient?.id ?? null } }), consultationsReply),
  )
  return { ...list, patient }
}

export default function HistoryPage({ loaderData: { data, failure, patient } }: Route.ComponentProps) {
  return <HistoryList key={patient?.id ?? 'all'} initial={data} initialFailure={failure} patient={patient} />
}
