import { type ReactNode, useState } from 'react'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { deviceAdvice } from '#domain/recorder/device-advice.ts'

const KEY = 'relato-recording-advice'

/** Explains before the first recording what this browser does with a locked screen and an offline reload. */
export function useFirstRecording(): { before: (start: () => void) => void; notice: ReactNode } {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const before = (start: () => void) => {
    if (wasRead()) start()
    else setWaiting(() => start)
  }
  const notice = (
    <Confirm
      open={waiting !== null}
      onClose={() => setWaiting(null)}
      onConfirm={() => {
        remember()
        setWaiting(null)
        waiting?.()
      }}
      title="Antes da primeira gravação neste aparelho"
      confirmLabel="Iniciar gravação"
      cancelLabel="Agora não"
    >
      {waiting && deviceAdvice(navigator.userAgent, navigator.maxTouchPoints).map((text) => <p key={text}>{text}</p>)}
    </Confirm>
  )
  return { before, notice }
}

function wasRead(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, new Date().toISOString())
  } catch {
    // Storage refused: the notice is shown again next time.
  }
}
