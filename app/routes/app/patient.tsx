import { useRevalidator } from 'react-router'
import { useStartWith } from '#app/features/consultation/use-start-with.tsx'
import { PatientPage } from '#app/features/patients/patient-page.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { patientReply } from '#domain/patient/contract.ts'
import { timelineReply } from '#domain/patient/timeline.ts'
import { loaded, orMissing } from '../session.ts'
import type { Route } from './+types/patient'

export const meta: Route.MetaFunction = () => [{ title: 'Paciente · Relato' }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const call = apiOf(context, request).api.patients[':id']
  const param = { id: params.id }
  const [{ patient }, timeline] = await Promise.all([
    orMissing(read(call.$get({ param }), patientReply)),
    loaded(read(call.timeline.$post({ param, json: {} }), timelineReply)),
  ])
  return { patient, timeline }
}

export default function Patient({ loaderData: { patient, timeline } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { start, question } = useStartWith()
  return (
    <>
      <PatientPage key={patient.id} patient={patient} timeline={timeline} onChange={revalidate} onStart={start} />
      {question}
    </>
  )
}
