import { useState } from 'react'
import { PatientExport } from '#app/features/account/data-export.tsx'
import { useStartWith } from '#app/features/consultation/use-start-with.tsx'
import { PatientList } from '#app/features/patients/patient-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { type ListedPatient, patientsReply } from '#domain/patient/contract.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/patients'

export const meta: Route.MetaFunction = () => [{ title: 'Pacientes · Relato' }]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loaded(read(apiOf(context, request).api.patients.search.$post({ json: {} }), patientsReply))

export default function Patients({ loaderData: { data, failure } }: Route.ComponentProps) {
  const { start, question } = useStartWith()
  const [exporting, setExporting] = useState<ListedPatient | null>(null)
  return (
    <>
      <PatientList initial={data} initialFailure={failure} onStart={start} onExport={setExporting} />
      <PatientExport patient={exporting} onClose={() => setExporting(null)} />
      {question}
    </>
  )
}
