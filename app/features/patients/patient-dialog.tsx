import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useDiscardQuestion } from '#app/ui/discard-changes.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Textarea } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Patient } from '#domain/patient/contract.ts'
import { CONTEXT_MAX, NAME_MAX } from '#domain/patient/patient.ts'
import { createPatient, updatePatient } from './calls.ts'

/** 'new' creates, a patient edits, null is closed. */
export type Editing = Patient | 'new' | null
const textsOf = (editing: Patient | 'new') =>
  editing === 'new' ? { name: '', context: '' } : { name: editing.name, context: editing.clinical_context }

type Props = { editing: Editing; onClose: () => void; onSaved: () => void }

export function PatientDialog({ editing, onClose, onSaved }: Props) {
  const form = useId()
  const nameInput = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [context, setContext] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Keeps its title and texts while it fades out.
  const [shown, setShown] = useState<Exclude<Editing, null>>('new')

  const before = textsOf(shown)
  const discard = useDiscardQuestion(name !== before.name || context !== before.context)

  useEffect(() => {
    if (editing === null) return
    const texts = textsOf(editing)
    setShown(editing)
    setName(texts.name)
    setContext(texts.context)
    setError(null)
  }, [editing])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError('Nome é obrigatório')
    setBusy(true)
    try {
      if (shown === 'new') await createPatient(name.trim(), context.trim())
      else await updatePatient(shown.id, name.trim(), context.trim())
      toast.success(shown === 'new' ? 'Paciente criado com sucesso' : 'Paciente atualizado com sucesso')
      onSaved()
      onClose()
    } catch (failure) {
      toast.error('Erro ao salvar paciente', failure instanceof ApiFailure ? { description: failure.message } : {})
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && !busy && discard.ask(onClose)}
      dismissible={false}
      initialFocus={nameInput}
      title={shown === 'new' ? 'Novo Paciente' : 'Editar Paciente'}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {shown === 'new' ? 'Criar Paciente' : 'Atualizar Paciente'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
        <Field label="Nome do Paciente" required error={error}>
          <Input
            ref={nameInput}
            required
            autoComplete="off"
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setError(null)
            }}
          />
        </Field>
        <Field
          label="Contexto Clínico"
          hint="Doenças, medicamentos em uso, alergias: o que vale para todas as consultas."
        >
          <Textarea
            rows={4}
            maxLength={CONTEXT_MAX}
            value={context}
            onChange={(event) => setContext(event.target.value)}
          />
        </Field>
      </form>
      {discard.question}
    </Dialog>
  )
}
