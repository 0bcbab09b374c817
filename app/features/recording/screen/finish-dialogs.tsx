import { useEffect, useRef } from 'react'
import { PATIENT_NOTICE } from '#app/lib/patient-notice.ts'
import { looseHere, recordingHere, useUnsavedHere } from '#app/lib/recording-here.ts'
import { useLeaveBlocker } from '#app/lib/use-leaving.ts'
import { Confirm } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { msOf } from '#domain/consultation/frame.ts'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import { hasBacklog, lateAudio } from '#domain/recorder/status.ts'
import type { RecordingSession } from './session.ts'
import { isLate, losesByLeaving, type Snapshot } from './snapshot.ts'

type Props = {
  session: RecordingSession | null
  snapshot: Snapshot
  asking: boolean
  onAnswered: () => void
  /** Sends a typed line that was not sent. */
  unsent: (() => void) | null
  waiting: boolean
  onWait: () => void
}

/** Dialogs before finishing: confirm the end, accept missing audio, accept voice without text. */
export function FinishDialogs({ session, snapshot, asking, onAnswered, unsent, waiting, onWait }: Props) {
  const { view, waitingMs } = snapshot
  const asks = view.askGap && view.status === 'finishing' && !waiting
  const backlog = hasBacklog(waitingMs, snapshot.recorder.name === 'recording')
  const unasked = view.consent === 'unasked'
  const toNotice = useRef(false)
  return (
    <>
      <Confirm
        open={asking}
        onClose={onAnswered}
        onConfirm={() => {
          onAnswered()
          unsent?.()
          session?.finish()
        }}
        title="Finalizar consulta?"
        confirmLabel="Finalizar"
        cancelLabel="Continuar consulta"
        alternative={
          unasked
            ? {
                label: 'Voltar ao aviso',
                onClick: () => {
                  toNotice.current = true
                  onAnswered()
                },
              }
            : undefined
        }
        focusAfter={() => {
          if (!toNotice.current) return null
          toNotice.current = false
          return noticeInView()
        }}
      >
        {unasked ? (
          <>
            <p>O paciente ainda não respondeu ao aviso. Sem a resposta, esta consulta não gera registro com IA.</p>
            <p>Depois de finalizada, não é mais possível registrar a resposta nem gravar nesta consulta.</p>
          </>
        ) : (
          <p>
            A gravação termina e a transcrição fica pronta para ser estruturada. Não é possível voltar a gravar nesta
            consulta.
          </p>
        )}
        {unsent && <p>A fala que você está escrevendo entra na transcrição.</p>}
        {view.connection !== 'connected' && (
          <p>Sem conexão agora: a consulta será finalizada quando ela voltar. Deixe esta página aberta até lá.</p>
        )}
        {view.connection === 'connected' && backlog && <p>O áudio que ainda está a caminho é esperado.</p>}
      </Confirm>
      <GapQuestions session={session} view={view} asks={asks} onWait={onWait} />
    </>
  )
}

type GapProps = { session: RecordingSession | null; view: RoomView; asks: boolean; onWait: () => void }

function GapQuestions({ session, view, asks, onWait }: GapProps) {
  const missing = msOf(view.missing.reduce((sum, one) => sum + one.samples, 0))
  const wordless = missing === 0 && view.wordlessMs > 0
  const question = {
    onClose: onWait,
    onConfirm: () => session?.finish(true),
    cancelLabel: 'Esperar mais',
    tone: 'danger',
  } as const
  function transcribeAgain() {
    if (session?.send({ type: 'retranscribe' })) onWait()
    else toast.error('Sem conexão agora: a transcrição não foi pedida de novo. Tente em instantes.')
  }
  return (
    <>
      <Confirm {...question} open={asks && !wordless} title="Finalizar com lacuna?" confirmLabel="Finalizar com lacuna">
        <p>
          {missing > 0
            ? `${lengthLabel(missing)} de áudio não chegaram ao servidor.`
            : 'Parte do áudio está guardada, mas ainda não foi transcrita.'}{' '}
          Finalizando agora, esse trecho fica marcado como lacuna na transcrição.
        </p>
        {view.wordlessMs > 0 && <p>{lengthLabel(view.wordlessMs)} de fala também ficam sem texto.</p>}
      </Confirm>
      <Confirm
        {...question}
        open={asks && wordless}
        title={`${lengthLabel(view.wordlessMs)} de fala sem texto`}
        confirmLabel="Finalizar assim"
        alternative={{ label: 'Transcrever de novo', onClick: transcribeAgain }}
      >
        <p>
          Há voz na gravação em que nenhuma palavra foi reconhecida. Finalizando agora, o trecho fica marcado na
          transcrição e o áudio é apagado do servidor.
        </p>
      </Confirm>
    </>
  )
}

function noticeInView(): HTMLElement | null {
  const notice = document.getElementById(PATIENT_NOTICE)
  notice?.scrollIntoView({ block: 'start' })
  return notice
}

/** Asks before leaving: it stops the recording and loses audio that is only in this page's memory. */
export function LeaveGuard({ snapshot }: { snapshot: Snapshot }) {
  const { recorder, waitingMs, view } = snapshot
  const over = view.status === 'completed'
  const recording =
    !over && (recorder.name === 'recording' || recorder.name === 'paused' || recorder.name === 'connecting')
  const loses = losesByLeaving(snapshot)
  const unsaved = useUnsavedHere()
  const isOpenWork = recording || loses || unsaved
  const blocker = useLeaveBlocker(isOpenWork || (over && isLate(snapshot)), () => isOpenWork)
  useEffect(() => (recording ? recordingHere() : undefined), [recording])
  useEffect(() => (loses ? looseHere() : undefined), [loses])
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Sair da consulta?"
      confirmLabel={recording ? 'Parar e sair' : 'Sair mesmo assim'}
      cancelLabel="Ficar"
      tone="danger"
    >
      {recording && <p>A gravação para quando você sai desta tela. A consulta continua aberta e pode ser retomada.</p>}
      {hasBacklog(waitingMs, recorder.name === 'recording') && (
        <p>{over ? lateAudio(waitingMs) : unsent(waitingMs, loses)}</p>
      )}
      {unsaved && <p>O que foi escrito e não foi salvo será perdido.</p>}
      {snapshot.pendingLines.length > 0 && (over || loses) && <p>Há linhas digitadas que não chegaram ao servidor.</p>}
    </Confirm>
  )
}

const unsent = (waitingMs: number, loses: boolean): string =>
  loses
    ? `${lengthLabel(waitingMs)} de áudio ainda não chegaram ao servidor e podem se perder se a página for fechada.`
    : `${lengthLabel(waitingMs)} de áudio ficam guardados neste aparelho e são enviados depois, com o Relato aberto.`
