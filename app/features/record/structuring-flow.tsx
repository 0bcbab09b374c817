import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { formatMinutes, useFormat } from '#app/lib/format.tsx'
import { DEMONSTRATION } from '#app/lib/record-state.ts'
import { Badges } from '#app/ui/badge.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Dialog, useDiscardQuestion } from '#app/ui/dialog.tsx'
import { pageHeading, takeLostFocus } from '#app/ui/focus.ts'
import { TOAST_TOP, toast } from '#app/ui/toast.tsx'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { defaultSpecialty, profileSpecialtyOf, type Specialty, specialtyLabels } from '#domain/record/specialty.ts'
import { rawTranscription } from '#domain/transcript/transcript.ts'
import { saveProfile } from './calls.ts'
import { type Leaving, leavingOf } from './leave-question.tsx'
import { RECORD_OPENER } from './marks.ts'
import type { Playback } from './proof-lines.tsx'
import { RecordActions, RecordProgress } from './record-actions.tsx'
import { type Named, useRecordText } from './record-text.tsx'
import { RecordView } from './record-view.tsx'
import type { Signer } from './sign-dialog.tsx'
import { isUnderWay } from './state.ts'
import { type Gate, Intro, otherUnderWay, Processing, refusalOf, SpecialtyChoice, StructuringError } from './steps.tsx'
import { useRecord } from './use-record.ts'
import { useStructuring } from './use-structuring.ts'

type Props = {
  detail: ConsultationDetail
  playback: Playback
  signer: Signer
  /** Specialties the doctor's plan does not include. */
  gate?: Gate | undefined
  /** The record begins at once in this specialty; null: the doctor chooses. */
  byItself?: Specialty | null
  /** Below the banner of a signed record. */
  proposals: ReactNode
  open: boolean
  /** The dialog of keyboard shortcuts, which can be opened here too. */
  keys: ReactNode
  onClose: () => void
  onChange: () => void
}

/** Full screen: intro, specialty, progress, the record. Mount it once the consultation is completed. */
export function StructuringFlow({ detail, playback, signer, gate, byItself = null, proposals, open, ...rest }: Props) {
  const { keys, onClose, onChange } = rest
  const { consultation, transcriptions, structuredData, structuring } = detail
  const { state, start, reset, toRecord, confirm, toWrite, write } = useStructuring({
    consultationId: consultation.id,
    record: structuredData,
    pending: structuring,
    onChange,
    // Shows a toast if the screen does not show the failure.
    onFailed: (message) => (open && state.name !== 'completed') || toast.error(`Erro ao estruturar: ${message}`),
    onOther: (specialty) => toast.warning(otherUnderWay(specialty)),
  })
  const isWritten = refusalOf(transcriptions.length, consultation.consent) !== null
  const beginByItself = useEffectEvent(() => void (byItself && (isWritten ? write : confirm)(byItself)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may become known after the first render.
  useEffect(() => beginByItself(), [byItself])
  const leaving = useRef<Leaving | null>(null)
  const step = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of the step before is gone.
  useEffect(() => takeLostFocus(step.current), [state.name])
  const discard = useDiscardQuestion(true)
  const raw = rawTranscription(transcriptions)

  /** Next time the flow opens at the existing record. */
  function close() {
    toRecord()
    onClose()
  }
  /** Saves open edits if autosave is on; otherwise asks before discarding them. */
  async function leaveFor(goOn: () => void) {
    const open = leaving.current
    if (!open?.unsaved || (await open.settle())) return goOn()
    discard.ask(() => {
      open.drop()
      goOn()
    })
  }
  const leave = () => leaveFor(close)
  const onShow = structuredData ? toRecord : undefined
  const isOpenToPlan = (specialty: Specialty) => !gate?.closed(specialty)
  const usual = defaultSpecialty(detail.lastSpecialty, signer.specialty, isOpenToPlan)
  const choices = { initial: structuredData?.specialty ?? usual ?? 'general', gate }
  const choose = (specialty: Specialty) => {
    void confirm(specialty)
    if (signer.specialty === null && hasChoice(isOpenToPlan)) rememberSpecialty(specialty, onChange)
  }
  const choice = <SpecialtyChoice {...choices} confirmLabel="Escrever registro" onConfirm={write} onBack={close} />

  function body() {
    switch (state.name) {
      case 'idle':
        if (isWritten) return byItself ? null : choice
        return <Intro characters={raw.length} onStart={start} onShow={onShow} />
      case 'selecting':
        return <SpecialtyChoice {...choices} confirmLabel="Confirmar Especialidade" onConfirm={choose} onBack={reset} />
      case 'writing':
        return choice
      case 'processing':
        return <Processing {...state} />
      case 'error':
        return (
          <StructuringError
            {...state}
            onRetry={isWritten ? toWrite : reset}
            onWrite={toWrite}
            onShow={onShow}
            onClose={close}
          />
        )
      case 'completed':
        return null
    }
  }

  const record = state.name === 'completed' ? (structuredData ?? state.record) : null
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && leave()}
      size="full"
      focusAfter={opener}
      bare
      title={`Registro de ${consultation.patientName}`}
    >
      {record ? (
        <Completed
          detail={detail}
          record={record}
          playback={playback}
          {...{ signer, gate, proposals }}
          onChange={onChange}
          leaving={leaving}
          onNew={isWritten ? undefined : () => leaveFor(reset)}
          onClose={leave}
        />
      ) : (
        <>
          <Head of={consultation} onClose={close} />
          <section ref={step} aria-label="Estruturação" className="outline-none">
            {body()}
          </section>
        </>
      )}
      {discard.question}
      {keys}
    </Dialog>
  )
}

/** A plan with one specialty leaves no choice, which then says nothing of the doctor. */
const hasChoice = (isOpenToPlan: (specialty: Specialty) => boolean) =>
  defaultSpecialty(null, null, isOpenToPlan) === null

/** Writes the first choice of a doctor without a specialty into the profile; a toast says so. */
function rememberSpecialty(chosen: Specialty, onSaved: () => void): void {
  const specialty = profileSpecialtyOf(chosen)
  if (specialty === null) return
  // The record does not depend on it. Without it the doctor chooses again next time.
  void saveProfile({ specialty }).then(
    () => {
      toast.success(`Sua especialidade no perfil: ${specialty}`, { description: 'Para trocar, abra Configurações.' })
      onSaved()
    },
    () => undefined,
  )
}

/** The original opener may have been replaced by the record's opener or by the record. */
const opener = () => document.getElementById(RECORD_OPENER) ?? pageHeading()

type CompletedProps = Omit<Props, 'open' | 'keys' | 'byItself'> & {
  record: StructuredRecord
  /** Receives the unsaved work that closing would lose. */
  leaving: RefObject<Leaving | null>
  onNew: (() => void) | undefined
}

function Completed(props: CompletedProps) {
  const { detail, record, playback, signer, gate, proposals, onChange, leaving, onNew, onClose } = props
  const { consultation, transcriptions } = detail
  const format = useFormat()
  const work = useRecord({ record, onChange, isLocked: isUnderWay(detail.structuring) })
  const text = useRecordText(work, consultation)
  const now = leavingOf(work, text)
  useEffect(() => {
    leaving.current = now
    return () => {
      leaving.current = null
    }
  })
  const sub = [
    specialtyLabels[record.specialty].title,
    format.date(consultation.startTime),
    ...(consultation.duration === null ? [] : [formatMinutes(consultation.duration)]),
  ].join(' · ')
  return (
    <>
      <Head of={consultation} sub={sub} progress={<RecordProgress work={work} />} onClose={onClose}>
        <RecordActions
          work={work}
          text={text}
          consultation={consultation}
          signer={signer}
          gate={gate?.formats}
          onNew={onNew}
        />
      </Head>
      <div className="mx-auto max-w-screen p-4 lg:p-6">
        <RecordView
          work={work}
          patientName={consultation.patientName}
          entries={transcriptions}
          playback={playback}
          text={text}
          proposals={proposals}
        />
      </div>
      {text.alert}
    </>
  )
}

type HeadProps = {
  of: Named
  sub?: string
  /** The progress, shown after the title. */
  progress?: ReactNode
  children?: ReactNode
  onClose: () => void
}

function Head({ of, sub, progress, children, onClose }: HeadProps) {
  const header = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!header.current) return
    const page = document.documentElement.style
    const watch = new ResizeObserver(([entry]) => {
      page.setProperty(TOAST_TOP, `${Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0) + 8}px`)
    })
    watch.observe(header.current)
    return () => {
      watch.disconnect()
      page.removeProperty(TOAST_TOP)
    }
  }, [])
  return (
    <header
      ref={header}
      className="top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2.5 sm:sticky xl:flex-nowrap lg:px-6"
    >
      <div className="order-1 min-w-0 flex-1 xl:min-w-35">
        <p className="font-serif text-lg leading-tight font-semibold wrap-anywhere max-sm:text-lg">{of.patientName}</p>
        {(sub || progress || of.demonstration) && (
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
            {sub && <span>{sub}</span>}
            {of.demonstration && <Badges of={[DEMONSTRATION]} />}
            {progress}
          </p>
        )}
      </div>
      {children && (
        <div className="order-3 flex w-full flex-wrap items-center gap-2 xl:order-2 xl:w-auto xl:justify-end">
          {children}
        </div>
      )}
      <div className="order-2 max-sm:self-start xl:order-3">
        <IconButton label="Fechar" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </header>
  )
}
