import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { looseHere, recordingHere, useUnsavedHere } from '#app/lib/recording-here.ts'
import { isSigningOut } from '#app/lib/session-events.ts'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { lateAudio } from '#domain/recorder/status.ts'
import { isLate, losesByLeaving, type Snapshot } from './snapshot.ts'

/** Asks before leaving: it stops the recording and loses audio that is only in this page's memory. */
export function LeaveGuard({ snapshot }: { snapshot: Snapshot }) {
  const { recorder, waitingMs, view } = snapshot
  const over = view.status === 'completed'
  const recording =
    !over && (recorder.name === 'recording' || recorder.name === 'paused' || recorder.name === 'connecting')
  const loses = losesByLeaving(snapshot)
  const unsaved = useUnsavedHere()
  const holds = recording || loses || unsaved || (over && isLate(snapshot))
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      holds && !isSigningOut() && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => (recording ? recordingHere() : undefined), [recording])
  useEffect(() => (loses ? looseHere() : undefined), [loses])
  useEffect(() => {
    if (!recording && !loses && !unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      // Sign-out shows a question of its own.
      if (!isSigningOut()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [recording, loses, unsaved])
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
      {waitingMs > 0 && <p>{over ? lateAudio(waitingMs) : unsent(waitingMs, loses)}</p>}
      {unsaved && <p>O que foi escrito e não foi salvo será perdido.</p>}
      {snapshot.pendingLines.length > 0 && (over || loses) && <p>Há linhas digitadas que não chegaram ao servidor.</p>}
    </Confirm>
  )
}

const unsent = (waitingMs: number, loses: boolean): string =>
  loses
    ? `${lengthLabel(waitingMs)} de áudio ainda não chegaram ao servidor e podem se perder se a página for fechada.`
    : `${lengthLabel(waitingMs)} de áudio ficam guardados neste aparelho e são enviados depois, com o Relato aberto.`
