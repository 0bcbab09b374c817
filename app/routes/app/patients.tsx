import { useNavigate } from 'react-router'
import { sealedDraftStore } from '#app/features/consultation/draft-store.ts'
import { PatientList } from '#app/features/patients/patient-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { type Patient, patientsReply } from '#domain/patient/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/patients'

export const meta: Route.MetaFunction = () => [{ title: 'Pacientes · Relato' }]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loaded(read(apiOf(context, request).api.patients.search.$post({ json: {} }), patientsReply))

export default function Patients({ loaderData: { data, failure } }: Route.ComponentProps) {
  const navigate = useNavigate()

  /** The new consultation opens on its draft; what was written there for this patient already stays. */
  async function start({ id, name, clinical_context }: Patient) {
    if ((await sealedDraftStore.load())?.patientId !== id)
      await sealedDraftStore.save({
        patientId: id,
        patientName: name,
        consultationType: 'presencial',
        clinicalContext: usableContext(clinical_context),
      })
    await navigate('/app/dashboard')
  }

  return <PatientList initial={data} initialFailure={failure} onStart={start} />
}
