import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLooseHere, useRecordingHere } from '#app/lib/recording-here.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { later } from '#app/ui/later.ts'
import { openedLater } from '#app/ui/opened-later.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { SessionInfo } from '#domain/account/contract.ts'
import { useSessionEnd } from './use-session-end.ts'

const SessionEnded = openedLater(
  later(() => import('./session-ended.tsx')),
  ({ SessionEnded }) => SessionEnded,
)

const goesOnKept = 'A gravação continua e fica guardada neste aparelho.'
const goesOnLoose = 'A gravação continua, mas só na memória desta página: entre de novo antes de fechá-la.'

/**
 * Shows the sign-in dialog when the session ends, so that a running recording stays on the screen. The doctor can put
 * it aside to reach the recorder; a line then says that a sign-in is due.
 */
export function SessionKeeper({ session }: { session: SessionInfo }) {
  const { revalidate } = useRevalidator()
  const [aside, setAside] = useState(false)
  const { ended, checking, check } = useSessionEnd(session, () => {
    setAside(false)
    void revalidate()
  })
  const recording = useRecordingHere()
  const loose = useLooseHere()
  const goesOn = loose ? goesOnLoose : goesOnKept

  return (
    <>
      <Dialog open={checking} onOpenChange={() => {}} dismissible={false} size="full" bare title="Carregando...">
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="Carregando..." />
        </div>
      </Dialog>
      {ended && aside && (
        <div
          role="status"
          className="sticky top-15 z-10 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-m border border-warn/40 bg-warn-soft px-4 py-2.5 shadow-raised"
        >
          <p className="text-warn">
            <b className="font-semibold">Sua sessão terminou.</b> {recording && goesOn}
          </p>
          <Button variant="primary" size="sm" onClick={() => setAside(false)}>
            Entrar de novo
          </Button>
        </div>
      )}
      <SessionEnded
        open={ended && !aside && !checking}
        email={session.user.email}
        goesOn={recording ? goesOn : null}
        loose={loose}
        onAside={() => setAside(true)}
        onSignedIn={() => {
          setAside(false)
          check()
        }}
      />
    </>
  )
}
