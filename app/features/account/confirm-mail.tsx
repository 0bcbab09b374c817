import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WayOn } from '#app/lib/way-on.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { firstSignIn, signInSentence } from './auth-calls.ts'
import { ResendVerification } from './sign-in-form.tsx'

type Props = { email: string; way: WayOn; signInPath: string; onSignedIn: () => void }

/** After the sign-up: the link of the mail signs in here, or this button does after it was opened elsewhere. */
export function ConfirmMail({ email, way, signInPath, onSignedIn }: Props) {
  const [waiting, setWaiting] = useState(false)
  const [busy, setBusy] = useState(false)

  async function enter() {
    setBusy(true)
    const result = await firstSignIn()
    setBusy(false)
    if (!result.ok) return toast.error(signInSentence(result))
    if (result.signedIn) return onSignedIn()
    setWaiting(true)
  }
  const toForm = { to: signInPath, state: { email } }
  return (
    <div className="flex flex-col gap-4">
      <MailCheck aria-hidden className="size-8 text-accent" />
      <p>
        Enviamos um link para <b className="font-semibold wrap-anywhere">{email}</b>. Abra o email e toque no link:
        neste aparelho você já entra.
      </p>
      {/* A link to the form until the script has come. */}
      <Link
        {...toForm}
        aria-disabled={busy || undefined}
        className={buttonClass('primary', 'lg')}
        onClick={(event) => {
          event.preventDefault()
          if (!busy) void enter()
        }}
      >
        Já confirmei, entrar
      </Link>
      {waiting && (
        <p role="status">
          A confirmação ainda não chegou. Abra o link do email ou{' '}
          <Link {...toForm} className="rounded-s font-semibold text-accent underline underline-offset-2">
            entre com sua senha
          </Link>
          .
        </p>
      )}
      <ResendVerification email={email} way={way} />
    </div>
  )
}
