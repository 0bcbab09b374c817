import { useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ListedPatient } from '#domain/patient/contract.ts'
import { deletePatient } from './calls.ts'

type Props = {
  patient: ListedPatient | null
  onClose: () => void
  onDeleted: () => void
  /** Receives the focus if the patient's card disappears before the dialog does. */
  focusAfter: () => HTMLElement | null
}

/** Asks, then deletes. The server archives a patient with a finished consultation and refuses one with an open one. */
export function DeletePatient({ patient, onClose, onDeleted, focusAfter }: Props) {
  const [busy, setBusy] = useState(false)
  // Shows the same patient while the dialog fades out.
  const [shown, setShown] = useState(patient)
  if (patient && patient !== shown) setShown(patient)

  async function remove() {
    if (!patient) return
    setBusy(true)
    try {
      const { outcome } = await deletePatient(patient.id)
      toast.success(
        'Paciente excluído com sucesso',
        outcome === 'archived' ? { description: 'O prontuário fica em Arquivados.' } : {},
      )
      onDeleted()
      onClose()
    } catch (failure) {
      const open = failure instanceof ApiFailure && failure.code === 'patient_has_open_consultation'
      if (open) toast.error(failure.message)
      else
        toast.error('Erro ao excluir paciente', failure instanceof ApiFailure ? { description: failure.message } : {})
      onClose()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Confirm
      open={patient !== null}
      onClose={onClose}
      onConfirm={remove}
      title="Excluir paciente"
      confirmLabel="Excluir"
      tone="danger"
      busy={busy}
      focusAfter={focusAfter}
    >
      <p>Tem certeza que deseja excluir o paciente "{shown?.name}"? Esta ação não pode ser desfeita.</p>
      {shown !== null && shown.consultation_count > 0 && (
        <p>O prontuário fica arquivado por 20 anos, como manda a lei.</p>
      )}
    </Confirm>
  )
}
