import { useRef, useState } from 'react'
import { expectSessionEnd } from '#app/lib/session-events.ts'
import { Confirm, Dialog } from '#app/ui/dialog.tsx'
import { SecondStepForm, SignInForm } from './sign-in-form.tsx'

type Props = {
  open: boolean
  email: string
  /** Says what happens to the running recording; null: none is running. */
  goesOn: string | null
  /** Audio that exists only in this page's memory. */
  loose: boolean
  onAside: () => void
  onSignedIn: () => void
}

/** The sign-in dialog over a page whose session has ended. */
export function SessionEnded({ open, email, goesOn, loose, onAside, onSignedIn }: Props) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [leaving, setLeaving] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  function signedIn() {
    setStep('password')
    onSignedIn()
  }
  function enterWithAnother() {
    expectSessionEnd()
    location.assign('/login?redirect=%2Fapp%2Fdashboard')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onAside()}
      dismissible={false}
      initialFocus={password}
      title="Sua sessão terminou"
      description="Entre de novo para continuar de onde parou."
    >
      {goesOn && (
        <p role="status" className="mb-4 flex items-center gap-2.5 rounded-s bg-rec-soft px-3 py-2 font-medium">
          <span aria-hidden className="size-2.25 shrink-0 animate-pulse rounded-full bg-rec" />
          {goesOn}
        </p>
      )}
      {step === 'password' ? (
        <SignInForm email={email} passwordRef={password} onSignedIn={signedIn} onSecondStep={() => setStep('code')} />
      ) : (
        <SecondStepForm onSignedIn={signedIn} onOver={() => setStep('password')} />
      )}
      {/* This page uses a sign-in in another tab too. */}
      <p className="mt-4 text-center text-ink-2">
        Entra com o Google?{' '}
        <a href="/login" target="_blank" rel="noopener" className="rounded-s text-accent underline underline-offset-2">
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
        tone={goesOn || loose ? 'danger' : 'primary'}
      >
        <p>
          {goesOn ? 'A gravação para e esta página é recarregada.' : 'Esta página é recarregada.'} O que está na tela e
          não foi salvo se perde.
        </p>
        {loose ? (
          <p className="text-rec">
            O aparelho não conseguiu guardar o que ainda não foi enviado: entrando com outra conta, esse áudio se perde.
          </p>
        ) : (
          <p>O áudio ainda não enviado fica lacrado neste aparelho e só sobe quando {email} entrar de novo.</p>
        )}
      </Confirm>
    </Dialog>
  )
}
