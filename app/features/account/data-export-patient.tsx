import { useState } from 'react'
import { whyOf } from '#app/lib/api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { DataExportState } from './data-export-state.tsx'
import { useDataExport } from './use-data-export.ts'

type Whose = { id: string; name: string }

/** Exports all data of one patient, for the patient or for the next doctor. */
export function PatientExport({ patient, onClose }: { patient: Whose | null; onClose: () => void }) {
  // Shows the same patient while the dialog fades out.
  const [shown, setShown] = useState(patient)
  if (patient && patient !== shown) setShown(patient)
  return (
    <Dialog
      open={patient !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Exportar dados do paciente"
      description={<span className="wrap-anywhere">{shown?.name}</span>}
    >
      {shown && <OfPatient key={shown.id} id={shown.id} />}
    </Dialog>
  )
}

function OfPatient({ id }: { id: string }) {
  const state = useDataExport(id)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  async function ask() {
    setBusy(true)
    setRefused(null)
    try {
      await state.ask()
    } catch (error) {
      setRefused(whyOf(error))
    }
    setBusy(false)
  }
  return (
    <DataExportState
      state={state}
      askLabel="Exportar dados"
      onAsk={ask}
      busy={busy}
      meanwhile="Você pode fechar esta janela e voltar depois."
    >
      <p className="text-ink-2">
        Um arquivo ZIP com o cadastro, as consultas, as transcrições e os registros deste paciente, em PDF, texto e
        JSON. Fica disponível por 7 dias.
      </p>
      {refused && (
        <p role="alert" className="text-sm font-medium text-rec">
          {refused}
        </p>
      )}
    </DataExportState>
  )
}
