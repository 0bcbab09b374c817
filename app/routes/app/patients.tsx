import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PatientExport } from '#app/features/account/data-export.tsx'
import { sealedDraftStore } from '#app/features/consultation/draft-store.ts'
import { PatientList } from '#app/features/patients/patient-list.tsx'
import { read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { DiscardChanges } from '#app/ui/dialog.tsx'
import { type ListedPatient, patientsReply } from '#domain/patient/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { loaded } from '../session.ts'
import type { Route } from './+types/patients'

export const meta: Route.MetaFunction = () => [{ title: 'Pacientes · Relato' }]

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loaded(read(apiOf(context, request).api.patients.search.$post({ json: {} }), patientsReply))

/** The chosen patient; `of`: the patient whose draft would be replaced. */
type Asked = { patient: ListedPatient; of: string }

export default function Patients({ loaderData: { data, failure } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)
  const [exporting, setExporting] = useState<ListedPatient | null>(null)

  /** The new consultation opens with its draft, which keeps text already written for this patient. */
  async function start(patient: ListedPatient) {
    const draft = await sealedDraftStore.load().catch(() => null)
    if (draft?.patientId === patient.id) return navigate('/app/dashboard')
    if (!draft?.clinicalContext?.trim()) return begin(patient)
    setAsked({ patient, of: draft.patientName ?? '' })
    setAsking(true)
  }

  async function begin({ id, name, clinical_context }: ListedPatient) {
    try {
      await sealedDraftStore.save({
        patientId: id,
        patientName: name,
        consultationType: 'presencial',
        clinicalContext: usableContext(clinical_context),
      })
    } catch {
      // The form opens empty rather than with another patient.
      await sealedDraftStore.clear().catch(() => undefined)
    }
    await navigate('/app/dashboard')
  }

  return (
    <>
      <PatientList initial={data} initialFailure={failure} onStart={start} onExport={setExporting} />
      <PatientExport patient={exporting} onClose={() => setExporting(null)} />
      <DiscardChanges
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          if (asked) void begin(asked.patient)
        }}
        keepLabel="Cancelar"
      >
        A consulta de {asked?.of} ainda não foi iniciada, e o contexto escrito para ela será perdido.
      </DiscardChanges>
    </>
  )
}
