import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { secondsLeft } from '#domain/recorder/ending.ts'
import type { RecordingSession } from './session.ts'

const STEP_MS = 200
/** The id of the recorder's 'Finalizar'. */
export const FINISH_BUTTON = 'finalizar'

type Props = {
  session: RecordingSession | null
  /** When the consultation ends, in epoch ms. */
  dueAt: number
  /** The patient has not answered the notice. */
  unasked: boolean
}

/** [R20] Counts the seconds until the consultation ends. It replaces the recorder's buttons. */
export function EndingBar({ session, dueAt, unasked }: Props) {
  const [seconds, setSeconds] = useState(() => secondsLeft(dueAt, Date.now()))
  const undo = useRef<HTMLButtonElement>(null)
  // The pressed button is gone one frame later.
  useEffect(() => {
    const frame = requestAnimationFrame(() => takeLostFocus(undo.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(dueAt, Date.now())), STEP_MS)
    return () => clearInterval(timer)
  }, [dueAt])
  function onUndo() {
    session?.undoEnd()
    requestAnimationFrame(() => takeLostFocus(document.getElementById(FINISH_BUTTON)))
  }
  return (
    <div className="flex flex-col gap-2">
      {/* Screen readers announce the end once, not every second. */}
      <p role="status" className="sr-only">
        A consulta finaliza em dez segundos. Use Desfazer para continuar.
      </p>
      <p className="font-semibold">Consulta finaliza em {seconds} s</p>
      {unasked && (
        <p className="text-sm leading-snug text-warn">
          O paciente não respondeu ao aviso: esta consulta não gera registro com IA.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={undo} variant="primary" onClick={onUndo}>
          Desfazer
        </Button>
        <Button variant="quiet" onClick={session?.endNow}>
          Finalizar agora
        </Button>
      </div>
    </div>
  )
}
