import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { DiscardChanges } from '#app/ui/dialog.tsx'
import type { ListedPatient } from '#domain/patient/contract.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { sealedDraftStore } from './draft-store.ts'

/** The chosen patient; `of`: the patient whose draft would be replaced. */
type Asked = { patient: ListedPatient; of: string }

/** Opens a new consultation for a patient; asks before it replaces a draft with text for another. */
export function useStartWith(): { start: (patient: ListedPatient) => Promise<void>; question: ReactNode } {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)

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

  const question = (
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
  )
  return { start, question }
}
