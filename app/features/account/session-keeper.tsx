import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLooseHere, useRecordingHere } from '#app/lib/recording-here.ts'
import { expectSessionEnd } from '#app/lib/session-events.ts'
import { Confirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import type { SessionInfo } from '#domain/account/contract.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSessionEnd } from './use-session-end.ts'

const goesOnKept = 'A gravação continua e fica guardada neste aparelho.'
const goesOnLoose = 'A gravação continua, mas só na memória desta página: entre de novo antes de fechá-la.'

/**
 * When the session has ended, the doctor signs in right here: a consultation that is being recorded stays on the screen.
 * The question can be put aside to reach the recorder; a line then keeps saying what is due.
 */
export function SessionKeeper({ session }: { session: SessionInfo }) {
  const { revalidate } = useRevalidator()
  const [aside, setAside] = useState(false)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { ended, checking, check } = useSessionEnd(session, () => {
    setAside(false)
    void revalidate()
  })
  const [leaving, setLeaving] = useState(false)
  const recording = useRecordingHere()
  const loose = useLooseHere()
  const goesOn = loose ? goesOnLoose : goesOnKept
  const password = useRef<HTMLInputElement>(null)
  const { email } = session.user

  function signedIn() {
    setAside(false)
    setStep('password')
    check()
  }
  function enterWithAnother() {
    expectSessionEnd()
    location.assign('/login?redirect=%2Fapp%2Fdashboard')
  }

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
          className="sticky top-[60px] z-10 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-m border border-warn/40 bg-warn-soft px-4 py-2.5 shadow-raised"
        >
          <p className="text-warn">
            <b className="font-semibold">Sua sessão terminou.</b> {recording && goesOn}
          </p>
          <Button variant="primary" size="sm" onClick={() => setAside(false)}>
            Entrar de novo
          </Button>
        </div>
      )}
      <Dialog
        open={ended && !aside && !checking}
        onOpenChange={(open) => setAside(!open)}
        dismissible={false}
        initialFocus={password}
        title="Sua sessão terminou"
        description="Entre de novo para continuar de onde parou."
      >
        {recording && (
          <p role="status" className="mb-4 flex items-center gap-2.5 rounded-s bg-rec-soft px-3 py-2 font-medium">
            <span aria-hidden className="size-[9px] shrink-0 animate-pulse rounded-full bg-rec" />
            {goesOn}
          </p>
        )}
        {step === 'password' ? (
          <SignInForm email={email} passwordRef={password} onSignedIn={signedIn} onSecondStep={() => setStep('code')} />
        ) : (
          <SecondStepForm onSignedIn={signedIn} onOver={() => setStep('password')} />
        )}
        {/* Its sign-in in another tab is this page's too: nothing here is left. */}
        <p className="mt-4 text-center text-ink-2">
          Entra com o Google?{' '}
          <a
            href="/login"
            target="_blank"
            rel="noopener"
            className="rounded-s text-accent underline underline-offset-2"
          >
            Entre em outra aba
          </a>{' '}
          e volte aqui.
        </p>
        <p className="mt-2 text-center">
          <button
            type="button"
            onClick={() => setLeaving(true)}
            className="rounded-s text-ink-2 underline underline-offset-2 hover:text-ink"
          >
            Entrar com outra conta
          </button>
        </p>
        <Confirm
          open={leaving}
          onClose={() => setLeaving(false)}
          onConfirm={enterWithAnother}
          title="Entrar com outra conta?"
          confirmLabel="Entrar com outra conta"
          cancelLabel="Voltar"
          tone={recording || loose ? 'danger' : 'primary'}
        >
          <p>
            {recording ? 'A gravação para e esta página é recarregada.' : 'Esta página é recarregada.'} O que está na
            tela e não foi salvo se perde.
          </p>
          {loose ? (
            <p className="text-rec">
              O aparelho não conseguiu guardar o que ainda não foi enviado: entrando com outra conta, esse áudio se
              perde.
            </p>
          ) : (
            <p>O áudio ainda não enviado fica lacrado neste aparelho e só sobe quando {email} entrar de novo.</p>
          )}
        </Confirm>
      </Dialog>
    </>
  )
}
