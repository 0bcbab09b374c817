import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { recordingHere } from '#app/lib/recording-here.ts'
import { isSigningOut } from '#app/lib/session-events.ts'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { lengthLabel } from '#domain/recorder/elapsed.ts'
import { lateAudio } from '#domain/recorder/status.ts'
import type { Snapshot } from './snapshot.ts'

/** Leaving stops the recording, and what is not sent lives in this page only: both are asked about first. */
export function LeaveGuard({ snapshot }: { snapshot: Snapshot }) {
  const { recorder, waitingMs, view } = snapshot
  const over = view.status === 'completed'
  const recording =
    !over && (recorder.name === 'recording' || recorder.name === 'paused' || recorder.name === 'connecting')
  const holds = recording || waitingMs > 0
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      holds && !isSigningOut() && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => (recording ? recordingHere() : undefined), [recording])
  useEffect(() => {
    if (!holds) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSigningOut()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [holds])
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
      {waitingMs > 0 && (
        <p>
          {over
            ? lateAudio(waitingMs)
            : `${lengthLabel(waitingMs)} de áudio ainda não chegaram ao servidor e podem se perder se a página for fechada.`}
        </p>
      )}
    </Confirm>
  )
}
