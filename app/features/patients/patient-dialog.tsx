import { ChevronDown } from 'lucide-react'
import { type FormEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog, useDiscardQuestion } from '#app/ui/dialog.tsx'
import { Field, Select, Textarea, TextField } from '#app/ui/form.tsx'
import { latest } from '#app/ui/latest.ts'
import { ErrorState, Skeletons } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { maskDate } from '#domain/patient/birth-date.ts'
import type { Patient } from '#domain/patient/contract.ts'
import { maskCpf } from '#domain/patient/cpf.ts'
import {
  ADDRESS_MAX,
  BIRTHPLACE_MAX,
  type Identification,
  MOTHER_NAME_MAX,
  sexes,
  sexLabels,
} from '#domain/patient/identification.ts'
import { CONTEXT_MAX, EMPTY_CONTEXT } from '#domain/patient/patient.ts'
import { maskPhone } from '#domain/phone.ts'
import { NAME_MAX } from '#domain/text.ts'
import { createPatient, getPatient, updatePatient } from './calls.ts'
import { fieldErrors, filledWith, identificationFields, type PatientTexts, readForm, textsOf } from './patient-form.ts'
import type { Namesakes } from './patient-questions.tsx'

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
  const { busy, run } = useTask()
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
    const save = async () => {
      if (shown.patient === null) {
        const { patient, namesakes } = await createPatient(read.form)
        if (namesakes.length > 0) onNamesakes({ made: patient, others: namesakes })
      } else await updatePatient(shown.patient.id, read.changes)
      toast.success(isNew ? 'Paciente criado com sucesso' : 'Paciente atualizado com sucesso')
      onSaved()
      onClose()
    }
    await run(save, (description, failure) => {
      if (failure instanceof ApiFailure) refuse(fieldErrors(failure.fields))
      toast.error('Erro ao salvar paciente', { description })
    })
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
          <TextField
            label="Nome do Paciente"
            starred
            error={errors.name}
            ref={nameInput}
            autoComplete="off"
            maxLength={NAME_MAX}
            value={texts.name}
            onChange={(event) => change('name', event.target.value)}
          />
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
              onChange={(event) => change('context', event.target.value)}
            />
          </Field>
          <IdentificationFields open={unfolded} onOpen={setUnfolded} {...{ texts, errors, onChange: change }} />
        </form>
      ) : failure ? (
        <ErrorState message={failure} onRetry={retry} />
      ) : (
        <Skeletons label="Carregando o cadastro..." shapes={['h-16', 'h-32', 'h-16']} className="gap-4 pt-1" />
      )}
      {discard.question}
    </Dialog>
  )
}

type IdentificationFieldsProps = {
  open: boolean
  onOpen: (open: boolean) => void
  texts: PatientTexts
  errors: Record<string, string>
  onChange: (name: keyof Identification, text: string) => void
}

/** Folded, because most consultations need none of these fields, but the law requires them to exist. */
function IdentificationFields({ open, onOpen, texts, errors, onChange }: IdentificationFieldsProps) {
  const id = useId()
  const text = (name: keyof Identification, mask = (typed: string) => typed) => ({
    name,
    autoComplete: 'off',
    value: texts[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, mask(event.target.value)),
  })
  const { error: _, ...sex } = text('sex')
  const wide = { fieldClassName: 'sm:col-span-2' }
  return (
    <div className="rounded-m border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="flex w-full items-center gap-3 rounded-m px-3.5 py-2.5 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-strong">Identificação</span>
          <span className="block text-xs text-ink-3">Opcional. O que estiver preenchido sai no PDF do registro.</span>
        </span>
        <ChevronDown aria-hidden className={cx('size-4.5 shrink-0 text-ink-3', open && 'rotate-180')} />
      </button>
      <div id={id} hidden={!open} className={cx(open && 'grid gap-4 border-t border-line p-3.5 sm:grid-cols-2')}>
        <TextField
          label="Data de nascimento"
          {...text('birth_date', maskDate)}
          inputMode="numeric"
          placeholder="dd/mm/aaaa"
          maxLength={10}
        />
        <Field label="Sexo" error={errors.sex}>
          <Select {...sex}>
            <option value="">Não informado</option>
            {sexes.map((sex) => (
              <option key={sex} value={sex}>
                {sexLabels[sex]}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          label="CPF"
          {...text('cpf', maskCpf)}
          inputMode="numeric"
          placeholder="000.000.000-00"
          maxLength={14}
        />
        <TextField label="Telefone" {...text('phone', maskPhone)} type="tel" placeholder="(11) 99999-9999" />
        <TextField label="Nome da mãe" {...text('mother_name')} {...wide} maxLength={MOTHER_NAME_MAX} />
        <TextField
          label="Naturalidade"
          {...text('birthplace')}
          {...wide}
          placeholder="Cidade e estado"
          maxLength={BIRTHPLACE_MAX}
        />
        <TextField label="Endereço" {...text('address')} {...wide} maxLength={ADDRESS_MAX} />
      </div>
    </div>
  )
}

/** The form's first values; null: a new patient. `typed`: a recent entry for the same person. */
type Begun = { patient: Patient | null; typed?: Patient }
/** The form to open: an id from the list, whose rows are incomplete, or a complete patient. Null is closed. */
export type Editing = Begun | { id: string } | null

/** `begun` is null until the patient is read, or if reading failed. */
type Opened = { editing: Editing; begun: Begun | null; failure: string | null }

/** If the patient loads sooner, the dialog opens directly with its data. */
const SLOW_MS = 400

/** Shows the same content while the dialog closes. */
function useOpened(editing: Editing) {
  const [opened, setOpened] = useState<Opened>({ editing: null, begun: null, failure: null })
  const [asking] = useState(latest)
  const load = useCallback(
    async (editing: { id: string }, patienceMs: number) => {
      const slow = setTimeout(() => setOpened({ editing, begun: null, failure: null }), patienceMs)
      const outcome = await asking.ask((signal) => getPatient(editing.id, signal))
      clearTimeout(slow)
      if (!outcome) return
      if ('answer' in outcome) setOpened({ editing, begun: { patient: outcome.answer }, failure: null })
      else setOpened({ editing, begun: null, failure: whyOf(outcome.error) })
    },
    [asking],
  )
  useEffect(() => {
    if (!editing) return
    if ('id' in editing) void load(editing, SLOW_MS)
    else setOpened({ editing, begun: editing, failure: null })
    return asking.stop
  }, [editing, load, asking])
  return {
    open: editing !== null && opened.editing === editing,
    begun: opened.begun,
    failure: opened.failure,
    retry: () => editing && 'id' in editing && void load(editing, 0),
  }
}
