import { Building2, Stethoscope, Video } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Textarea } from '#app/ui/input.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  type Consultation,
  type ConsultationType,
  consultationTypeLabels,
  consultationTypes,
} from '#domain/consultation/contract.ts'
import { listedOf } from '#domain/patient/listed-patient.ts'
import { bothContexts, CONTEXT_MAX } from '#domain/patient/patient.ts'
import { findOpen, getPatient, startConsultation } from './calls.ts'
import type { DraftStore } from './draft-store.ts'
import { PatientPicker, type PickedPatient, toPicked } from './patient-picker.tsx'
import { type LeftOpen, StartOver, type UnsentAudio } from './start-over.tsx'

const icons = { presencial: Building2, telemedicina: Video }
const typeOptions = consultationTypes.map((value) => {
  const Icon = icons[value]
  return {
    value,
    ...consultationTypeLabels[value],
    icon: <Icon aria-hidden className="mt-0.5 size-4.5 text-ink-3" />,
  }
})

const NOT_STARTED = 'Não foi possível iniciar a consulta.'

type Props = {
  drafts: DraftStore
  /** Unsent audio of open consultations, shown before another one starts. */
  unsentAudio: () => Promise<UnsentAudio>
  /** Which of them are finishing already. */
  finishing: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  onStarted: (consultation: Consultation) => void | Promise<void>
  /** The plan's monthly quota is used up. The form keeps its input. */
  onQuotaReached: () => void
}

/** The choices of the form, restored from the draft on this device and stored there at every change. */
function useConsultationDraft(drafts: DraftStore) {
  const [patient, setPatient] = useState<PickedPatient | null>(null)
  const [type, setType] = useState<ConsultationType>('presencial')
  const [context, setContext] = useState('')
  const [restored, setRestored] = useState(false)
  const chosenHere = useRef(false)

  useEffect(() => {
    let isUnmounted = false
    const restore = async () => {
      const draft = await drafts.load()
      if (!draft || isUnmounted) return
      const found = await getPatient(draft.patientId).catch(() => null)
      // The doctor chose a patient before the draft was loaded: the choice wins.
      if (!found || found.archived || isUnmounted || chosenHere.current) return
      const picked = toPicked(listedOf(found))
      setPatient(picked)
      setType(draft.consultationType)
      setContext(draft.clinicalContext ?? picked.context)
    }
    restore().finally(() => setRestored(true))
    return () => {
      isUnmounted = true
    }
  }, [drafts])

  useEffect(() => {
    if (!restored) return
    if (patient)
      drafts.save({
        patientId: patient.id,
        patientName: patient.label,
        consultationType: type,
        clinicalContext: context,
      })
    // A draft that could not be opened now must not be deleted.
    else if (chosenHere.current) drafts.clear()
  }, [drafts, restored, patient, type, context])

  function choose(next: PickedPatient | null, withContext: string) {
    chosenHere.current = true
    setPatient(next)
    setContext(withContext)
  }

  return { patient, type, context, setType, setContext, choose }
}

export function NewConsultation({ drafts, unsentAudio, finishing, onStarted, onQuotaReached }: Props) {
  const { patient, type, context, setType, setContext, choose: chooseDraft } = useConsultationDraft(drafts)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [openNow, setOpenNow] = useState<LeftOpen | null>(null)

  function choose(next: PickedPatient | null, withContext: string) {
    chooseDraft(next, withContext)
    setError(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!patient) return setError('Escolha ou crie um paciente')
    await attempt(async () => {
      // Load again: another screen may have started or finished a consultation meanwhile.
      const [open, unsent] = await Promise.all([findOpen(), unsentAudio()])
      if (open.length > 0) setOpenNow({ open, unsent, finishing: await finishing(open.map(({ id }) => id)) })
      else await start(patient)
    })
  }

  async function start({ id }: PickedPatient) {
    const consultation = await startConsultation(id, type, context.trim())
    await drafts.clear()
    await onStarted(consultation)
  }

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) toast.error(NOT_STARTED)
      else if (failure.code !== 'quota_reached') toast.error(NOT_STARTED, { description: failure.message })
      else {
        setOpenNow(null)
        onQuotaReached()
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card className="p-5">
      <h2 className="mb-4 font-serif text-xl leading-tight font-semibold tracking-tight">Nova consulta</h2>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <PatientPicker
          value={patient}
          error={error}
          onChange={(next) => choose(next, next?.context ?? '')}
          onSamePerson={(next) =>
            choose(next, context.trim() === patient?.context ? next.context : bothContexts(next.context, context))
          }
        />
        <RadioGroup label="Tipo de consulta" options={typeOptions} value={type} onChange={setType} />
        {patient && (
          <Field
            label="Contexto desta consulta"
            hint="Começa com o contexto do paciente; o que mudar aqui vale só para esta consulta."
          >
            <Textarea
              rows={3}
              maxLength={CONTEXT_MAX}
              value={context}
              onChange={(event) => setContext(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" variant="primary" size="lg" busy={busy} className="sm:self-start">
          <Stethoscope aria-hidden className="size-4.5" />
          Iniciar Consulta
        </Button>
      </form>
      <StartOver
        openNow={openNow}
        busy={busy}
        onClose={() => setOpenNow(null)}
        onConfirm={() => patient && attempt(() => start(patient))}
      />
    </Card>
  )
}
