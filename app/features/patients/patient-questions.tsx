import { ApiFailure } from '#app/lib/api.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Confirm, Dialog, useLastShown } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { ListedPatient, Patient } from '#domain/patient/contract.ts'
import { distinguishingLabel } from '#domain/patient/listed-patient.ts'
import { deletePatient, getPatient } from './calls.ts'

/** The new patient and the existing patients of the same name. */
export type Namesakes = { made: Patient; others: readonly ListedPatient[] }

type Props = {
  found: Namesakes | null
  onClose: () => void
  /** The doctor chose the existing patient; the new one was deleted. */
  onUsed: (other: Patient, made: Patient) => void
}

export function NamesakesDialog({ found, onClose, onUsed }: Props) {
  const format = useFormat()
  const { busy, run } = useTask()
  const shown = useLastShown(found)

  function take({ id }: ListedPatient) {
    if (!shown) return
    let title = 'Não foi possível abrir o cadastro.'
    const work = async () => {
      // Reads the existing patient first: the data typed into the new one move there.
      const other = await getPatient(id)
      title = 'Erro ao excluir paciente'
      await deletePatient(shown.made.id)
      onUsed(other, shown.made)
      onClose()
    }
    void run(work, (description) => toast.error(title, { description }))
  }

  return (
    <Dialog
      open={found !== null}
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Já existe um paciente com este nome"
      description="Se for a mesma pessoa, use o cadastro que já existe: o novo é descartado. Se não for, todos ficam."
      footer={
        <Button onClick={onClose} disabled={busy}>
          É outra pessoa
        </Button>
      }
    >
      <ul className="flex flex-col gap-2 pt-1">
        {shown?.others.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line p-3">
            <div className="min-w-0 flex-1 basis-55">
              <p className="font-serif text-md font-semibold wrap-anywhere">{other.name}</p>
              <p className="text-sm text-ink-2">
                {distinguishingLabel(other, format.date)} · {plural(other.consultation_count, 'consulta', 'consultas')}
              </p>
            </div>
            <Button size="sm" busy={busy} onClick={() => take(other)}>
              Usar este cadastro
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type DeletePatientProps = {
  patient: ListedPatient | null
  onClose: () => void
  onDeleted: () => void
  /** Receives the focus if the patient's card disappears before the dialog does. */
  focusAfter: () => HTMLElement | null
}

/** Asks, then deletes. The server archives a patient with a finished consultation and refuses one with an open one. */
export function DeletePatient({ patient, onClose, onDeleted, focusAfter }: DeletePatientProps) {
  const { busy, run } = useTask()
  const shown = useLastShown(patient)

  async function remove() {
    if (!patient) return
    const work = async () => {
      const { outcome } = await deletePatient(patient.id)
      const archived = outcome === 'archived' && { description: 'O prontuário fica em Arquivados.' }
      toast.success('Paciente excluído com sucesso', archived || {})
      onDeleted()
    }
    await run(work, (why, failure) => {
      const open = failure instanceof ApiFailure && failure.code === 'patient_has_open_consultation'
      if (open) toast.error(why)
      else toast.error('Erro ao excluir paciente', { description: why })
    })
    onClose()
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
