import { useEffect, useRef } from 'react'
import { timerLabel } from '#domain/recorder/elapsed.ts'
import type { RecordingSession } from './session.ts'

const STEP_MS = 100

/**
 * Length of the recording on the audio clock; pauses without audio. Updates the DOM ten times a second, outside
 * React.
 */
export function Timer({ session, className }: { session: RecordingSession | null; className: string }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!session) return
    const show = () => {
      const text = timerLabel(session.elapsedMs())
      if (shown.current && shown.current.textContent !== text) shown.current.textContent = text
    }
    show()
    const timer = setInterval(show, STEP_MS)
    return () => clearInterval(timer)
  }, [session])
  return (
    <span ref={shown} role="timer" aria-label="Tempo de gravação" className={className}>
      00:00
    </span>
  )
}
