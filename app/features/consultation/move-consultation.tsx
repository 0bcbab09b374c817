import { UserRoundPen } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { moveConsultation } from './calls.ts'
import { PatientPicker, type PickedPatient } from './patient-picker.tsx'

const answers = [
  {
    value: 'same',
    title: 'A pessoa certa respondeu',
    detail: 'Só o cadastro estava errado: a resposta continua valendo',
  },
  { value: 'other', title: 'Outra pessoa respondeu', detail: 'A resposta é retirada: sem gravação e sem IA' },
] as const

type Props = { consultation: Consultation; onMoved: () => void }

/** Moves a consultation that was started for the wrong patient. Show it until the record is signed. */
export function MoveConsultation({ consultation, onMoved }: Props) {
  const form = useId()
  const [open, setOpen] = useState(false)
  const [patient, setPatient] = useState<PickedPatient | null>(null)
  const [answered, setAnswered] = useState<(typeof answers)[number]['value'] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isUnanswered, setUnanswered] = useState(false)
  const { busy, failure, run, forgive } = useTask()
  const isAccepted = consultation.consent?.state === 'accepted'

  function choose(next: PickedPatient | null) {
    setPatient(next)
    setError(null)
    forgive()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!patient) return setError('Escolha ou crie um paciente')
    if (patient.id === consultation.patientId) return setError('A consulta já é deste paciente')
    if (isAccepted && answered === null) return setUnanswered(true)
    void run(async () => {
      await moveConsultation(consultation.id, patient.id, answered === 'same')
      setOpen(false)
      toast.success(`Consulta passada para ${patient.label}`)
      onMoved()
    })
  }

  return (
    <>
      <Button icon={UserRoundPen} variant="quiet" size="sm" onClick={() => setOpen(true)}>
        Trocar paciente
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Trocar paciente"
        footer={
          <>
            <Button onClick={() => setOpen(false)} disabled={busy}>
              Cancelar
            </Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              Trocar paciente
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <p>
            Esta consulta está em nome de <b className="font-semibold">{consultation.patientName}</b>. O contexto passa
            a ser o do paciente escolhido.
          </p>
          <PatientPicker value={patient} error={error} onChange={choose} onSamePerson={choose} />
          {isAccepted && (
            <RadioGroup
              label="Quem respondeu ao aviso?"
              options={answers}
              value={answered}
              columns={2}
              onChange={setAnswered}
            />
          )}
          <FailureLine className="text-sm font-medium text-rec">
            {isUnanswered && answered === null ? 'Diga quem respondeu ao aviso' : failure}
          </FailureLine>
        </form>
      </Dialog>
    </>
  )
}
