import { Keyboard, Mic, ShieldCheck, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { api, read } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { PATIENT_NOTICE } from '#app/lib/patient-notice.ts'
import type { useTask } from '#app/lib/use-task.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Confirm } from '#app/ui/dialog.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { type ConsentAnswers, type ConsentItem, type ConsentState, stateOfAnswers } from '#domain/consent/consent.ts'
import { type Consent, consentReply } from '#domain/consent/contract.ts'
import { answersFor, currentNotice, itemsFor } from '#domain/consent/notice.ts'
import { type Consultation, consultationDetailReply } from '#domain/consultation/contract.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'

type Props = {
  consultation: Consultation
  consent: Consent | null
  onConsent: (consent: Consent | null) => void
  view: RoomView
  /** The patient said yes: starts the recording. */
  record: () => void
  /** Stops recording and recognition at once, here and in the room. */
  revoke: () => void
  /** Stores the answer. While it runs, the consultation cannot end. */
  answering: Task
}

type Task = ReturnType<typeof useTask>

/** Shows the notice until the patient answers, then one quiet line. The room's state is authoritative. */
export function PatientNotice({ consultation, consent, onConsent, view, record, revoke, answering }: Props) {
  const [again, setAgain] = useState(false)
  const [answeredHere, setAnsweredHere] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const savedState = consent?.state ?? 'unasked'
  const state = view.hasWelcome ? view.consent : savedState

  // Answered or revoked on another screen: reads the time from the server.
  useEffect(() => {
    if (!view.hasWelcome || view.consent === savedState) return
    let isUnmounted = false
    readConsent(consultation.id).then(
      (read) => !isUnmounted && onConsent(read),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [view.hasWelcome, view.consent, savedState, consultation.id, onConsent])

  const asking = state === 'unasked' || (again && state !== 'accepted')
  useEffect(() => {
    if (asking || !answeredHere) return
    setAgain(false)
    setAnsweredHere(false)
    // Moves the focus from the card, unless the doctor is typing; without AI the composer takes it.
    if (state === 'accepted' && document.activeElement === document.body) line.current?.focus()
  }, [asking, answeredHere, state])

  function cancel() {
    answering.forgive()
    setAgain(false)
  }
  if (asking && view.status === 'active')
    return (
      <NoticeCard
        consultation={consultation}
        answering={answering}
        onAnswered={(answer) => {
          onConsent(answer)
          setAnsweredHere(true)
          setAgain(false)
          if (answer.state === 'accepted') record()
        }}
        onCancel={again ? cancel : undefined}
      />
    )
  return (
    <AnswerLine
      ref={line}
      state={state}
      consent={consent?.state === state ? consent : null}
      startTime={consultation.startTime}
      open={view.status === 'active'}
      onRevoke={() => {
        // Applies the revocation here at once: the server may receive it only after reconnecting.
        if (consent) onConsent({ ...consent, state: 'revoked', revoked_at: Date.now() })
        revoke()
      }}
      onAskAgain={() => setAgain(true)}
    />
  )
}

type AnswerLineProps = {
  ref: Ref<HTMLDivElement>
  state: ConsentState
  /** Null: only the room knows the answer so far. */
  consent: Consent | null
  startTime: number
  /** The consultation runs: answers can still change. */
  open: boolean
  onRevoke: () => void
  onAskAgain: () => void
}

const done: Record<ConsentState, string> = {
  unasked: 'O paciente não respondeu ao aviso',
  accepted: 'Paciente aceitou',
  refused: 'Paciente recusou',
  revoked: 'Paciente revogou',
}

function AnswerLine({ ref, state, consent, startTime, open, onRevoke, onAskAgain }: AnswerLineProps) {
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const at = consent && (consent.revoked_at ?? consent.answered_at)
  const when = (moment: number) =>
    format.date(moment) === format.date(startTime) ? `às ${format.time(moment)}` : `em ${format.dateTime(moment)}`
  const Icon = state === 'accepted' ? ShieldCheck : Keyboard
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-s px-1 text-sm leading-snug text-ink-2 outline-none"
    >
      <Icon aria-hidden className="mt-px size-4 shrink-0 text-ink-3" />
      <p>
        {done[state]}
        {at ? ` ${when(at)}` : ''}
        {state !== 'accepted' && ': sem gravação e sem IA, as falas são digitadas'}
        {open && (
          <>
            {' · '}
            <button
              type="button"
              onClick={() => (state === 'accepted' ? setAsking(true) : onAskAgain())}
              className="relative rounded-s font-strong text-ink underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 after:content-[''] hover:text-accent"
            >
              {state === 'accepted' ? 'Revogar' : 'Perguntar de novo'}
            </button>
          </>
        )}
      </p>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onRevoke()
        }}
        title="Revogar o consentimento?"
        confirmLabel="Revogar e parar"
        tone="danger"
      >
        <p>
          A gravação e o reconhecimento param agora. O áudio ainda não enviado é descartado, e o descarte fica
          registrado.
        </p>
        <p>As falas já escritas ficam, e você pode continuar digitando. O registro por IA não será feito.</p>
      </Confirm>
    </div>
  )
}

type NoticeCardProps = {
  consultation: Consultation
  answering: Task
  onAnswered: (consent: Consent) => void
  onCancel?: (() => void) | undefined
}

/** The notice the doctor reads aloud before the first frame is captured. One gesture accepts everything and records. */
function NoticeCard({ consultation, answering, onAnswered, onCancel }: NoticeCardProps) {
  const [refused, setRefused] = useState<ReadonlySet<ConsentItem>>(new Set())
  const { busy, failure, run, forgive } = answering
  const card = useRef<HTMLDivElement>(null)
  const type = consultation.consultationType
  const answers = answersFor(type, refused)

  // The doctor reads all of it aloud: where it fits beside the transcript, no line may wait below the button. On a small
  // or enlarged screen, the text begins above the button that stays at the bottom.
  useEffect(() => {
    const isWide = matchMedia('(min-width: 64rem)').matches
    card.current?.scrollIntoView({ block: isWide ? 'nearest' : 'start' })
  }, [])
  const typing = stateOfAnswers(answers) === 'refused'

  function toggle(item: ConsentItem) {
    const next = new Set(refused)
    if (!next.delete(item)) next.add(item)
    setRefused(next)
    forgive()
  }
  const answer = () => run(async () => onAnswered(await answerNotice(consultation.id, answers)))

  return (
    <Card
      ref={card}
      role="region"
      aria-labelledby={PATIENT_NOTICE}
      className="flex scroll-mt-20 flex-col gap-3 border-accent/50 p-4"
    >
      <div>
        <p className="text-xs font-strong text-ink-3">Aviso ao paciente · leia em voz alta</p>
        <h2
          id={PATIENT_NOTICE}
          tabIndex={-1}
          className="scroll-mt-24 font-serif text-lg leading-tight font-semibold tracking-tight wrap-anywhere"
        >
          Antes de gravar, {consultation.patientName}
        </h2>
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {itemsFor(type).map((item) => (
          <Item key={item} item={item} refused={refused.has(item)} onToggle={() => toggle(item)} />
        ))}
      </ul>
      {typing && (
        <p role="status" className="text-sm leading-snug text-ink-2">
          Sem gravação e sem IA: ao finalizar, você escreve o registro. O atendimento segue igual.
        </p>
      )}
      {refused.has('telemedicine') && (
        <p role="status" className="text-sm leading-snug text-warn">
          Sem este consentimento o atendimento a distância não deve seguir: combine uma consulta presencial.
        </p>
      )}
      <FailureLine className="text-sm leading-snug font-medium text-rec">{failure}</FailureLine>
      {/* In reach while the doctor reads. Asked again, the recorder's card has that place. */}
      <div
        className={cx(
          '-mx-4 -mb-4 flex flex-col gap-2 rounded-b-m border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]',
          !onCancel && 'sticky bottom-0',
        )}
      >
        <Button variant="primary" size="lg" busy={busy} onClick={answer} className="w-full">
          {!busy && <Icon typing={typing} />}
          {typing ? 'Continuar sem gravação' : refused.size > 0 ? 'Registrar e gravar' : 'Paciente aceita e grava'}
        </Button>
        {onCancel && (
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </Card>
  )
}

const Icon = ({ typing }: { typing: boolean }) =>
  typing ? <Keyboard aria-hidden className="size-4.5" /> : <Mic aria-hidden className="size-4.5" />

function Item({ item, refused, onToggle }: { item: ConsentItem; refused: boolean; onToggle: () => void }) {
  const { title, text } = currentNotice.items[item]
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm leading-snug font-heavy">{title}</h3>
        <button
          type="button"
          aria-pressed={refused}
          aria-label={`Paciente recusou: ${title}`}
          onClick={onToggle}
          className={cx(
            '-mt-1 scroll-mb-40 inline-flex h-8 shrink-0 items-center gap-1 rounded-s border px-2.5 text-xs font-strong transition-colors duration-150 pointer-coarse:mt-0 pointer-coarse:h-11 pointer-coarse:px-3.5',
            refused
              ? 'border-warn bg-warn-soft text-warn'
              : 'border-line-strong text-ink-2 hover:border-ink-3 hover:text-ink',
          )}
        >
          {refused && <X aria-hidden className="size-3.75" />}
          Recusou
        </button>
      </div>
      <p className={cx('mt-1 font-serif text-md leading-normal', refused && 'text-ink-3')}>{text}</p>
    </li>
  )
}

/** The doctor read this page's version of the notice aloud. */
async function answerNotice(id: string, answers: ConsentAnswers): Promise<Consent> {
  const json = { notice_version: currentNotice.version, answers }
  return (await read(api.api.consultations[':id'].consents.$post({ param: { id }, json }), consentReply)).consent
}

async function readConsent(id: string): Promise<Consent | null> {
  const call = api.api.consultations[':id'].$get({ param: { id } })
  return (await read(call, consultationDetailReply)).consultation.consent
}
