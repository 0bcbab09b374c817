import { FlaskConical, Hourglass, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { hasOpenPopup, hasShortcuts, isFreeKey, useKeys } from '#app/lib/keyboard.ts'
import { readStored, writeStored } from '#app/lib/stored.ts'
import { cx } from '#app/ui/cx.ts'
import { Confirm } from '#app/ui/dialog.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import { deviceAdvice } from '#domain/recorder/device-advice.ts'
import type { RoomCommands, RoomView } from '#domain/recorder/room-view.ts'
import { faultSentence } from '#domain/speech/fault.ts'
import { GapQuestions, LeaveGuard } from './finish-dialogs.tsx'
import { canPress, RecorderCard } from './recorder-card.tsx'
import type { RecordingSession } from './session.ts'
import { isLate, type Snapshot } from './snapshot.ts'

type Props = {
  consultation: Consultation
  session: RecordingSession | null
  snapshot: Snapshot
  /** The patient's answer is on its way to the server: it must arrive before the end. */
  isAnswering?: boolean
  patientCard: ReactNode
  /** The live transcript, passed by the route: features do not import each other. */
  transcript: (commands: RoomCommands, canFinish: boolean) => ReactNode
  /** The patient's notice and the withdrawal of consent. `record` starts the recording after a yes. */
  notice: (record: () => void) => ReactNode
  onCompleted: (consultationId: string) => void
}

/** An ongoing consultation: patient and recorder beside the live transcript. */
export function ConsultationWorkspace({ consultation, session, snapshot, isAnswering = false, ...parts }: Props) {
  const { patientCard, transcript, notice, onCompleted } = parts
  const { view } = snapshot
  const first = useFirstRecording()
  const [waiting, setWaiting] = useState(false)
  // The page has the consent before the room reports it.
  const consent = view.hasWelcome ? view.consent : (consultation.consent?.state ?? 'unasked')
  const canFinish = view.status === 'active' && !snapshot.finishing && snapshot.ending === null

  const commands = useMemo<RoomCommands>(
    () => ({
      setSpeaker: (id, speaker) => session?.send({ type: 'set_speaker', id, speaker }) ?? false,
      flipSpeakers: () => session?.send({ type: 'flip_speakers' }) ?? false,
      editEntry: async (id, text) => session?.editEntry(id, text) ?? null,
      dropEdit: (id) => session?.dropEdit(id),
      writeEntry: (text, speaker) => session?.writeEntry(text, speaker),
      unsent: (send) => session?.holdLine(send) ?? (() => undefined),
      finish: () => session?.end(),
    }),
    [session],
  )

  function press() {
    const now = session?.store.read()
    if (!session || !now || !canPress(now)) return
    if (now.recorder.name === 'ready' || now.recorder.name === 'idle') first.before(session.press)
    else session.press()
  }
  const record = useStartAfterYes(snapshot, press)
  // Space does what the round button does, Ctrl+Enter what 'Finalizar' does.
  useKeys((event) => {
    if (event.key === ' ' && isFreeKey(event)) {
      event.preventDefault()
      // In Firefox the release of the key would still click the focused button.
      if (event.target instanceof HTMLElement && event.target.closest('button, a, summary')) event.target.blur()
      if (!event.repeat) press()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canFinish && view.hasWelcome) {
      if (isAnswering || event.defaultPrevented || !hasShortcuts() || hasOpenPopup()) return
      event.preventDefault()
      session?.end()
    }
  })

  const hasReported = useRef(false)
  useEffect(() => {
    // Read again: a typed line may have just been sent.
    if (!isDone(session?.store.read() ?? snapshot) || hasReported.current) return
    hasReported.current = true
    onCompleted(consultation.id)
  }, [session, snapshot, consultation.id, onCompleted])

  // Allows the question about missing audio again after a change.
  useEffect(() => {
    if (!view.askGap) setWaiting(false)
  }, [view.askGap])

  return (
    <div className="flex flex-col gap-4 max-lg:min-h-[calc(100dvh-88px)] lg:grid lg:h-workspace lg:min-h-130 lg:grid-cols-workspace lg:gap-6">
      <div className="flex min-h-0 flex-col gap-4 max-lg:contents lg:scroll-pb-82.5 lg:overflow-y-auto">
        {patientCard}
        {notice(record)}
        <RecorderCard
          session={session}
          snapshot={snapshot}
          patientName={consultation.patientName}
          unasked={consent === 'unasked' && view.status === 'active' && !snapshot.finishing}
          onStart={first.before}
          onPress={press}
          onAskAgain={waiting && view.askGap && view.status === 'finishing' ? () => setWaiting(false) : null}
        />
      </div>
      <div className="flex min-h-0 flex-col gap-3 max-lg:flex-1">
        <EngineBanner
          view={view}
          isRecording={snapshot.recorder.name === 'recording'}
          isUnheard={snapshot.hearing === 'unheard'}
        />
        <div className="min-h-0 flex-1">{transcript(commands, canFinish && consent !== 'accepted')}</div>
      </div>
      <GapQuestions session={session} view={view} waiting={waiting} onWait={() => setWaiting(true)} />
      <LeaveGuard snapshot={snapshot} />
      {first.notice}
    </div>
  )
}

/** Returns the function that starts the recording as soon as the room has the patient's yes. */
function useStartAfterYes(snapshot: Snapshot, press: () => void): () => void {
  const [wanted, setWanted] = useState(false)
  const { view, recorder } = snapshot
  const isAtRest = recorder.name === 'idle' || recorder.name === 'ready'
  const canStart = wanted && view.connection === 'connected' && view.consent === 'accepted'
  const start = useEffectEvent(() => {
    setWanted(false)
    if (isAtRest && view.recorder !== 'other') press()
  })
  useEffect(() => {
    if (canStart) start()
  }, [canStart])
  return () => setWanted(true)
}

/** Keeps the screen open until the doctor has read about audio or lines that were lost. */
function isDone(snapshot: Snapshot): boolean {
  const { view, recorder } = snapshot
  const ending = recorder.name === 'recording' || recorder.name === 'paused' || recorder.name === 'processing'
  return view.status === 'completed' && !ending && !isLate(snapshot)
}

type BannerProps = { view: RoomView; isRecording: boolean; isUnheard: boolean }

/** Warns when the text on screen is a demonstration or late. `isUnheard`: the room has no audio to be late with. */
function EngineBanner({ view, isRecording, isUnheard }: BannerProps) {
  const { demonstration, state, fault } = view.engine
  // The device rests with the recording.
  const isResting = fault === 'device' && !isRecording
  const lost = view.connection === 'connected' && state === 'lost' && !isResting && !isUnheard
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col gap-2 empty:-mb-3',
        (demonstration || lost) &&
          'max-lg:sticky max-lg:top-below-header max-lg:z-10 max-lg:-mt-2 max-lg:bg-paper max-lg:pt-2',
      )}
    >
      {demonstration && (
        <EngineLine Icon={FlaskConical}>Reconhecimento de demonstração: o texto não é o que foi dito</EngineLine>
      )}
      {lost && <EngineLine Icon={Hourglass}>{faultSentence(fault)}</EngineLine>}
    </div>
  )
}

const EngineLine = ({ Icon, children }: { Icon: LucideIcon; children: string }) => (
  <p className="flex items-center gap-2 rounded-s bg-warn-soft px-3 py-2 text-sm font-semibold text-warn">
    <Icon aria-hidden className="size-4.5 shrink-0" />
    {children}
  </p>
)

const ADVICE_KEY = 'relato-recording-advice'

/** Explains before the first recording what this browser does with a locked screen and an offline reload. */
function useFirstRecording(): { before: (start: () => void) => void; notice: ReactNode } {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const before = (start: () => void) => {
    if (readStored(ADVICE_KEY) !== null) start()
    else setWaiting(() => start)
  }
  const notice = (
    <Confirm
      open={waiting !== null}
      onClose={() => setWaiting(null)}
      onConfirm={() => {
        writeStored(ADVICE_KEY, new Date().toISOString())
        setWaiting(null)
        waiting?.()
      }}
      title="Antes da primeira gravação neste aparelho"
      confirmLabel="Iniciar gravação"
      cancelLabel="Agora não"
    >
      {waiting &&
        deviceAdvice(navigator.userAgent, navigator.maxTouchPoints, isControlled()).map((text) => (
          <p key={text}>{text}</p>
        ))}
    </Confirm>
  )
  return { before, notice }
}

/** The app opens here without a network. */
const isControlled = (): boolean => Boolean(navigator.serviceWorker?.controller)
