import { PatientList } from '#app/features/patients/patient-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { patientsReply } from '#domain/patient/contract.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/patients'

export const meta: Route.MetaFunction = () => [{ title: 'Pacientes · Relato' }]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loaded(read(apiOf(context, request).api.patients.search.$post({ json: {} }), patientsReply))

export default function Patients({ loaderData: { data, failure } }: Route.ComponentProps) {
  return <PatientList initial={data} initialFailure={failure} />
}
