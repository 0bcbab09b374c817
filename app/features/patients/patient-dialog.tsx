import { type FormEvent, type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useDiscardQuestion } from '#app/ui/discard-changes.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Textarea } from '#app/ui/input.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { CONTEXT_MAX, EMPTY_CONTEXT } from '#domain/patient/patient.ts'
import { NAME_MAX } from '#domain/text.ts'
import { createPatient, updatePatient } from './calls.ts'
import { IdentificationFields } from './identification-fields.tsx'
import type { Namesakes } from './namesakes.tsx'
import { fieldErrors, filledWith, identificationFields, type PatientTexts, readForm, textsOf } from './patient-form.ts'
import { type Begun, type Editing, useOpened } from './use-opened.ts'

const NEW: Begun = { patient: null }
const isIdentified = (texts: PatientTexts) => identificationFields.some((name) => texts[name] !== '')

type Props = { editing: Editing; onClose: () => void; onSaved: () => void; onNamesakes: (found: Namesakes) => void }

/** The form's texts and errors; starts again with every opened patient. */
function usePatientForm(begun: Begun | null, formElement: RefObject<HTMLFormElement | null>) {
  const [shown, setShown] = useState(NEW)
  const [texts, setTexts] = useState(textsOf(null))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [unfolded, setUnfolded] = useState(false)
  const was = textsOf(shown.patient)

  if (begun && begun !== shown) {
    const before = textsOf(begun.patient)
    const start = begun.typed ? filledWith(before, textsOf(begun.typed)) : before
    setShown(begun)
    setTexts(start)
    setUnfolded(isIdentified(start))
    setErrors({})
  }

  function change(name: keyof PatientTexts, text: string) {
    setTexts((current) => ({ ...current, [name]: text }))
    setErrors(({ [name]: _, ...others }) => others)
  }

  function refuse(found: Record<string, string>) {
    setErrors(found)
    if (identificationFields.some((name) => found[name])) setUnfolded(true)
    // Scrolls to the first field with an error, which may be out of view on a phone.
    requestAnimationFrame(() => formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return { shown, was, texts, errors, unfolded, setUnfolded, change, refuse }
}

export function PatientDialog({ editing, onClose, onSaved, onNamesakes }: Props) {
  const form = useId()
  const format = useFormat()
  const formElement = useRef<HTMLFormElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const { open, begun, failure, retry } = useOpened(editing)
  const { shown, was, texts, errors, unfolded, setUnfolded, change, refuse } = usePatientForm(begun, formElement)
  const [busy, setBusy] = useState(false)
  const isNew = begun !== null && begun.patient === null
  const discard = useDiscardQuestion(
    begun !== null && Object.entries(was).some(([name, text]) => texts[name as keyof typeof was] !== text),
  )

  // A form that loaded late gets the same initial focus.
  useEffect(() => {
    if (begun) nameInput.current?.focus()
  }, [begun])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readForm(texts, was, format.isoDate(Date.now()))
    if (!read.form) return refuse(read.errors)
    setBusy(true)
    try {
      if (shown.patient === null) {
        const { patient, namesakes } = await createPatient(read.form)
        if (namesakes.length > 0) onNamesakes({ made: patient, others: namesakes })
      } else await updatePatient(shown.patient.id, read.changes)
      toast.success(isNew ? 'Paciente criado com sucesso' : 'Paciente atualizado com sucesso')
      onSaved()
      onClose()
    } catch (failure) {
      if (failure instanceof ApiFailure) refuse(fieldErrors(failure.fields))
      toast.error('Erro ao salvar paciente', failure instanceof ApiFailure ? { description: failure.message } : {})
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(open) => !open && !busy && discard.ask(onClose)}
      dismissible={false}
      initialFocus={nameInput}
      title={isNew ? 'Novo Paciente' : 'Editar Paciente'}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={!begun}>
            {isNew ? 'Criar Paciente' : 'Atualizar Paciente'}
          </Button>
        </>
      }
    >
      {begun ? (
        <form ref={formElement} id={form} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
          <PatientFields
            texts={texts}
            errors={errors}
            unfolded={unfolded}
            nameInput={nameInput}
            onUnfold={setUnfolded}
            onChange={change}
          />
        </form>
      ) : failure ? (
        <ErrorState message={failure} onRetry={retry} />
      ) : (
        <LoadingFields />
      )}
      {discard.question}
    </Dialog>
  )
}

type FieldsProps = {
  texts: PatientTexts
  errors: Record<string, string>
  unfolded: boolean
  nameInput: Ref<HTMLInputElement>
  onUnfold: (unfolded: boolean) => void
  onChange: (name: keyof PatientTexts, text: string) => void
}

function PatientFields({ texts, errors, unfolded, nameInput, onUnfold, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Nome do Paciente" required error={errors.name}>
        <Input
          ref={nameInput}
          required
          autoComplete="off"
          maxLength={NAME_MAX}
          value={texts.name}
          onChange={(event) => onChange('name', event.target.value)}
        />
      </Field>
      <Field
        label="Contexto Clínico"
        hint="Doenças, medicamentos em uso, alergias: o que vale para todas as consultas."
        error={errors.context}
      >
        <Textarea
          rows={4}
          maxLength={CONTEXT_MAX}
          placeholder={EMPTY_CONTEXT}
          value={texts.context}
          onChange={(event) => onChange('context', event.target.value)}
        />
      </Field>
      <IdentificationFields open={unfolded} onOpen={onUnfold} texts={texts} errors={errors} onChange={onChange} />
    </>
  )
}

const LoadingFields = () => (
  <div role="status" className="flex flex-col gap-4 pt-1">
    <span className="sr-only">Carregando o cadastro...</span>
    <Skeleton className="h-16" />
    <Skeleton className="h-32" />
    <Skeleton className="h-16" />
  </div>
)
