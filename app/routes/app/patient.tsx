import { useRevalidator } from 'react-router'
import { useStartWith } from '#app/features/consultation/use-start-with.tsx'
import { PatientPage } from '#app/features/patients/patient-page.tsx'
import { ExportFormats } from '#app/features/record/export-formats.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { patientReply } from '#domain/patient/contract.ts'
import { timelineReply } from '#domain/patient/timeline.ts'
import { usageReply } from '#domain/subscription/contract.ts'
import { loaded, orMissing } from '../session.ts'
import type { Route } from './+types/patient'
import { formatGate } from './format-gate.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Paciente · Relato' }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { patients, usage: usages } = apiOf(context, request).api
  const call = patients[':id']
  const param = { id: params.id }
  const [{ patient }, timeline, usage] = await Promise.all([
    orMissing(read(call.$get({ param }), patientReply)),
    loaded(read(call.timeline.$post({ param, json: {} }), timelineReply)),
    loaded(read(usages.$get(), usageReply)),
  ])
  return { patient, timeline, usage }
}

export default function Patient({ loaderData: { patient, timeline, usage } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { start, question } = useStartWith()
  return (
    <>
      <PatientPage
        key={patient.id}
        patient={patient}
        exportDialog={(of) => <ExportFormats subject="patient" gate={formatGate(usage)} {...of} />}
        timeline={timeline}
        onChange={revalidate}
        onStart={start}
      />
      {question}
    </>
  )
}
