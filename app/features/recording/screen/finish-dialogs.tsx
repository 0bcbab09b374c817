import { useEffect } from 'react'
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

type GapProps = {
  session: RecordingSession | null
  view: RoomView
  /** The doctor postponed the question. */
  waiting: boolean
  onWait: () => void
}

/** Asks before finishing with missing audio, or with voice without text. */
export function GapQuestions({ session, view, waiting, onWait }: GapProps) {
  const asks = view.askGap && view.status === 'finishing' && !waiting
  const missing = msOf(view.missing.reduce((sum, one) => sum + one.samples, 0))
  const wordless = missing === 0 && view.wordlessMs > 0
  const question = {
    onClose: onWait,
    onConfirm: () => session?.acceptGap(),
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

/** Asks before leaving: it stops the recording and loses audio that is only in this page's memory. */
export function LeaveGuard({ snapshot }: { snapshot: Snapshot }) {
  const { recorder, waitingMs, view } = snapshot
  const over = view.status === 'completed'
  // [R20] Leaving finishes a consultation whose end was requested, and loses nothing.
  const recording =
    !over &&
    snapshot.ending === null &&
    (recorder.name === 'recording' || recorder.name === 'paused' || recorder.name === 'connecting')
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
      {snapshot.pendingLines.length > 0 && (over || loses) && <p>Há linhas que não chegaram ao servidor.</p>}
    </Confirm>
  )
}

const unsent = (waitingMs: number, loses: boolean): string =>
  loses
    ? `${lengthLabel(waitingMs)} de áudio ainda não chegaram ao servidor e podem se perder se a página for fechada.`
    : `${lengthLabel(waitingMs)} de áudio ficam guardados neste aparelho e são enviados depois, com o Relato aberto.`
