import { Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Technical } from '#app/ui/states.tsx'
import { msOf } from '#domain/consultation/frame.ts'
import { permissionSteps } from '#domain/recorder/device-advice.ts'
import { tryAgainHere, unheardAdvice, unheardWarning } from '#domain/recorder/device-speech-line.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { permissionNeeded } from '#domain/recorder/microphone.ts'
import { faultOf } from '#domain/recorder/recorder.ts'
import { alarmOf, lateAudio } from '#domain/recorder/status.ts'
import type { RecordingSession } from './session.ts'
import { isLate, type Snapshot } from './snapshot.ts'

type Props = {
  session: RecordingSession | null
  snapshot: Snapshot
  onStart: (start: () => void) => void
}

/** Shows one fault: audio that is missing at the end, the recorder's, else the connection's, else the missing permission. */
export function FaultBox({ session, snapshot, onStart }: Props) {
  const { recorder, view, waitingMs, connectionFault, finishing, pendingLines } = snapshot
  const fault = faultOf(recorder)
  if (view.status === 'completed' && isLate(snapshot) && recorder.name !== 'processing') {
    return (
      <Box message={[waitingMs > 0 && lateAudio(waitingMs), lateLines(pendingLines)].filter(Boolean).join(' ')}>
        {pendingLines.map((line) => (
          <q key={line.id} className="w-full wrap-anywhere text-ink">
            {line.text}
          </q>
        ))}
        <Button size="sm" onClick={() => session?.giveUp()}>
          Ver consulta finalizada
        </Button>
      </Box>
    )
  }
  const elsewhereMs = missingElsewhere(snapshot)
  if (elsewhereMs > 0) {
    return (
      <Box
        calm
        message={`Faltam ${lengthLabel(elsewhereMs)} de áudio que não estão neste aparelho.`}
        advice="Abra o Relato no aparelho que gravou. Sem ele, em até 10 minutos você pode finalizar com lacuna."
      >
        <Link to="/app/dashboard" className={buttonClass('secondary', 'sm')}>
          Atender outro paciente
        </Link>
      </Box>
    )
  }
  if (othersRecord(snapshot)) {
    const message = fault?.message ?? 'Outra tela está gravando esta consulta. Aqui você acompanha a transcrição.'
    return (
      <Box calm={fault === null} message={message}>
        <Button size="sm" disabled={recorder.name === 'connecting'} onClick={() => onStart(() => session?.takeOver())}>
          Gravar nesta tela
        </Button>
      </Box>
    )
  }
  if (fault) {
    const advice = fault.denied ? permissionSteps(navigator.userAgent, navigator.maxTouchPoints) : undefined
    return <Box message={fault.message} advice={advice} technical={fault.technical} />
  }
  if (snapshot.hearing === 'unheard' && recorder.name === 'recording') {
    return (
      <Box message={unheardWarning} advice={unheardAdvice}>
        <Button size="sm" onClick={() => void session?.tryAgainHere()}>
          {tryAgainHere}
        </Button>
      </Box>
    )
  }
  if (connectionFault) {
    return (
      <Box {...connectionFault} message={(snapshot.signedOut && alarmOf(snapshot)) || connectionFault.message}>
        {/* Without a session a retry fails: the sign-in dialog is open. */}
        {!snapshot.signedOut && (
          <Button size="sm" onClick={() => session?.retry()}>
            Tentar novamente
          </Button>
        )}
      </Box>
    )
  }
  const isAsking = recorder.name === 'idle' && snapshot.isPermissionMissing && session && view.consent === 'accepted'
  return isAsking && !finishing ? <Box calm message={permissionNeeded} /> : null
}

const lateLines = (lines: Snapshot['pendingLines']): string | null =>
  lines.length === 0
    ? null
    : `A consulta foi finalizada sem ${lines.length === 1 ? 'esta linha' : 'estas linhas'} deste aparelho:`

/** [C16] Audio that a finishing room waits for and this device does not have, in ms; none once the room asks about it. */
function missingElsewhere({ view, recorder, waitingMs }: Snapshot): number {
  const isWaiting = view.status === 'finishing' && view.connection === 'connected' && !view.askGap
  if (!isWaiting || waitingMs > 0 || recorder.name === 'processing') return 0
  return msOf(view.missing.reduce((sum, { samples }) => sum + samples, 0))
}

/** Another screen records, and our own microphone has no fault. */
function othersRecord({ recorder, view, finishing }: Snapshot): boolean {
  if (
    view.consent !== 'accepted' ||
    view.recorder !== 'other' ||
    view.connection !== 'connected' ||
    view.status !== 'active' ||
    finishing
  )
    return false
  return recorder.name !== 'error' && recorder.name !== 'permission_denied'
}

type BoxProps = {
  message: string
  advice?: string
  technical?: string | null
  calm?: boolean
  children?: React.ReactNode
}

function Box({ message, advice, technical, calm, children }: BoxProps) {
  return (
    <div
      role={calm ? 'status' : 'alert'}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-s px-3 py-2.5 text-sm leading-snug',
        calm ? 'bg-warn-soft text-warn' : 'bg-rec-soft text-rec',
      )}
    >
      <div className="min-w-0 flex-1 basis-45">
        <p className="font-semibold">{message}</p>
        {advice && <p className="mt-1 text-ink-2">{advice}</p>}
        <Technical text={technical} className="mt-0.5" />
      </div>
      {children}
    </div>
  )
}
