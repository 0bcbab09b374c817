import { Building2, Stethoscope, Video } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure } from '#app/lib/api.ts'
import { consultationPath } from '#app/lib/app-path.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { RadioGroup } from '#app/ui/choices.tsx'
import { cx } from '#app/ui/cx.ts'
import { Confirm, useLastShown } from '#app/ui/dialog.tsx'
import { Field, Textarea } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  type Consultation,
  type ConsultationType,
  consultationTypeLabels,
  consultationTypes,
} from '#domain/consultation/contract.ts'
import { listedOf } from '#domain/patient/listed-patient.ts'
import { bothContexts, CONTEXT_MAX } from '#domain/patient/patient.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { findOpen, getPatient, startConsultation } from './calls.ts'
import type { DraftStore } from './draft-store.ts'
import { leftOpenLabel, startOverWords } from './left-open.ts'
import { PatientPicker, type PickedPatient, toPicked } from './patient-picker.tsx'

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
  /** 'Desde a última vez' of the chosen patient. */
  recall: (patientId: string) => ReactNode
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
    const chosen = patient && { patientId: patient.id, patientName: patient.label }
    if (chosen) drafts.save({ ...chosen, consultationType: type, clinicalContext: context })
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

export function NewConsultation({ drafts, unsentAudio, finishing, onStarted, onQuotaReached, recall }: Props) {
  const { patient, type, context, setType, setContext, choose: chooseDraft } = useConsultationDraft(drafts)
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useTask()
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
    const form = { patientId: id, consultationType: type, clinicalContext: context.trim() }
    const consultation = await startConsultation(form)
    await drafts.clear()
    await onStarted(consultation)
  }

  const attempt = (work: () => Promise<void>) =>
    run(work, (description, failure) => {
      if (!(failure instanceof ApiFailure)) toast.error(NOT_STARTED)
      else if (failure.code !== 'quota_reached') toast.error(NOT_STARTED, { description })
      else {
        setOpenNow(null)
        onQuotaReached()
      }
    })

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
        {patient && recall(patient.id)}
        <RadioGroup label="Tipo de consulta" options={typeOptions} value={type} onChange={setType} />
        {patient && (
          <Field
            label="Contexto desta consulta"
            hint="Começa com o contexto do paciente; o que mudar aqui vale só para esta consulta."
          >
            <Textarea
              className="scroll-mb-32"
              rows={3}
              maxLength={CONTEXT_MAX}
              value={context}
              onChange={(event) => setContext(event.target.value)}
            />
          </Field>
        )}
        {/* The next step stays in sight: above the tabs on a small screen, above the end of the page on a low one. */}
        <div
          className={cx(
            'flex flex-col',
            patient && 'sticky bottom-tabs z-10 -mx-5 -mb-5 rounded-b-m bg-surface px-5 pt-2 pb-5 lg:bottom-0',
          )}
        >
          <Button icon={Stethoscope} type="submit" variant="primary" size="lg" busy={busy} className="sm:self-start">
            Iniciar Consulta
          </Button>
        </div>
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

/** Unsent audio of a consultation on this device; `looseMs` of it exists only in this page's memory. */
type UnsentAudio = ReadonlyMap<string, { ms: number; looseMs: number }>
/** Open consultations, newest first, with unsent audio on this device and those that are finishing. */
type LeftOpen = { open: Consultation[]; unsent: UnsentAudio; finishing: ReadonlySet<string> }

const NAMED = 3

type StartOverProps = { openNow: LeftOpen | null; busy: boolean; onClose: () => void; onConfirm: () => void }

/** Starting over deletes no data; the dialog says what remains open. */
function StartOver({ openNow: requested, busy, onClose, onConfirm }: StartOverProps) {
  const format = useFormat()
  const shown = useLastShown(requested)
  const open = shown?.open ?? []
  const labelOf = (id: string) => leftOpenLabel(id, shown?.finishing ?? new Set())
  const ending = open.filter(({ id }) => shown?.finishing.has(id)).length
  const words = startOverWords(open.length - ending, ending)
  const rest = open.length - NAMED
  const audioOf = (id: string) => shown?.unsent.get(id)
  const waits = open.some(({ id }) => audioOf(id))
  const looseMs = open.reduce((sum, { id }) => sum + (audioOf(id)?.looseMs ?? 0), 0)
  return (
    <Confirm
      open={requested !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      busy={busy}
      title={words.title}
      confirmLabel="Iniciar outra consulta"
      cancelLabel="Voltar"
    >
      <ul className="flex flex-col gap-2">
        {open.slice(0, NAMED).map(({ id, patientName, startTime }) => (
          <li key={id} className="flex items-center gap-3 rounded-s border border-line px-3 py-2">
            <div className="min-w-0 flex-1">
              <b className="block font-semibold text-ink">{patientName}</b>
              <span className="text-sm">
                {shown?.finishing.has(id) && `${labelOf(id).state} · `}Início {format.dateTime(startTime)}
                {audioOf(id) && <> · {lengthLabel(audioOf(id)?.ms ?? 0)} de áudio ainda neste aparelho</>}
              </span>
            </div>
            <Link
              to={consultationPath(id)}
              onClick={onClose}
              aria-label={`${labelOf(id).open} a consulta de ${patientName}`}
              className="shrink-0 rounded-s py-1 font-semibold text-accent underline underline-offset-2"
            >
              {labelOf(id).open}
            </Link>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>e mais {plural(rest, 'consulta', 'consultas')}.</p>}
      <p>
        Nada é apagado: {words.promise}
        {waits && ' O áudio que ainda está neste aparelho continua sendo enviado.'}
      </p>
      {looseMs > 0 && (
        <p className="font-medium text-rec">
          {lengthLabel(looseMs)} de áudio não puderam ser guardados no aparelho e só existem nesta página: se ela for
          fechada antes do envio, esse trecho se perde.
        </p>
      )}
    </Confirm>
  )
}
