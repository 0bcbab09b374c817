import { MailCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { useTask } from '#app/lib/use-task.ts'
import type { WayOn } from '#app/lib/way-on.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Form, PasswordField, SubmitButton, TextField, useHydrated } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { recoveryBody, recoveryReply } from '#domain/account/way-in.ts'
import {
  giveCode,
  otherSentence,
  resendVerification,
  secondStepSentence,
  signIn,
  signInSentence,
} from './auth-calls.ts'

type State = { name: 'idle' | 'busy' } | { name: 'refused'; message: string } | { name: 'unverified'; email: string }

const nowhere: WayOn = { chosen: null, redirect: null }

type Props = {
  onSignedIn: () => void
  /** The password was correct; the second factor comes next. */
  onSecondStep: () => void
  /** Links to sign-up and password recovery. */
  elsewhere?: { create: string; recover: string }
  /** Only this account may sign in here. */
  email?: string
  /** The address typed before, on this form or another. */
  initialEmail?: string | undefined
  /** The server refused the form for an address that is not confirmed yet. */
  isUnverified?: boolean
  way?: WayOn
  passwordRef?: RefObject<HTMLInputElement | null>
}

export function SignInForm({
  onSignedIn,
  onSecondStep,
  elsewhere,
  email: fixed,
  initialEmail,
  isUnverified = false,
  way = nowhere,
  passwordRef,
}: Props) {
  const [state, setState] = useState<State>(
    isUnverified ? { name: 'unverified', email: initialEmail ?? '' } : { name: 'idle' },
  )
  const hydrated = useHydrated()
  const ownRef = useRef<HTMLInputElement>(null)
  const password = passwordRef ?? ownRef

  async function submit(values: Record<'email' | 'password', string>) {
    const email = values.email.trim()
    setState({ name: 'busy' })
    const result = await signIn(email, values.password)
    if (result.ok) {
      toast.success('Login realizado com sucesso!')
      onSignedIn()
      return
    }
    if (result.code === 'second_step_needed') return onSecondStep()
    const message = signInSentence(result)
    if (result.status === 401 || result.code === 'account_disabled') {
      setState({ name: 'refused', message })
      password.current?.focus()
      password.current?.select()
      return
    }
    toast.error(message)
    setState(result.code === 'EMAIL_NOT_VERIFIED' ? { name: 'unverified', email } : { name: 'idle' })
  }

  const changed = () => state.name !== 'busy' && setState({ name: 'idle' })
  const refused = state.name === 'refused' || undefined
  return (
    <Form names={['email', 'password']} onSubmit={submit} onInput={changed} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        aria-invalid={refused}
        {...(fixed === undefined ? { defaultValue: initialEmail } : { value: fixed, readOnly: true })}
      />
      <PasswordField
        label="Senha"
        error={state.name === 'refused' && <span role="alert">{state.message}</span>}
        ref={password}
        name="password"
        autoComplete="current-password"
        required
        aria-invalid={refused}
      />
      {state.name === 'unverified' && hydrated && <ResendVerification email={state.email} way={way} />}
      <SubmitButton canPost variant="primary" size="lg" busy={state.name === 'busy'}>
        Entrar
      </SubmitButton>
      {elsewhere && (
        <>
          <p className="text-center">
            <Way to={elsewhere.recover}>Esqueci minha senha</Way>
          </p>
          <p className="border-t border-line pt-4 text-center text-ink-2">
            Ainda não tem conta? <Way to={elsewhere.create}>Cadastre-se</Way>
          </p>
        </>
      )}
    </Form>
  )
}

const linkClass = 'rounded-s py-0.5 font-semibold text-accent underline underline-offset-2'

const Way = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={linkClass}>
    {children}
  </Link>
)

const PAUSE_SECONDS = 60

/** The address is not confirmed yet: sends the link again, once a minute. */
export function ResendVerification({ email, way }: { email: string; way: WayOn }) {
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [secondsLeft, pause] = useCountdown()

  async function resend() {
    setBusy(true)
    const result = await resendVerification(email, way)
    setBusy(false)
    if (!result.ok) {
      toast.error(otherSentence(result, 'Não foi possível enviar o email. Tente de novo.'))
      return
    }
    setSent(true)
    pause(PAUSE_SECONDS)
  }
  return (
    <div className="flex flex-col gap-2 rounded-m border border-line bg-warn-soft p-4">
      <p role="status">
        {sent ? (
          <>
            Enviamos um novo link para <b className="font-semibold wrap-anywhere">{email}</b>. Ele vale por 24 horas.
          </>
        ) : (
          'O link de confirmação está na sua caixa de entrada. Se não chegou, veja também o spam.'
        )}
      </p>
      <div>
        <Button size="sm" busy={busy} disabled={secondsLeft > 0} focusableWhenDisabled onClick={resend}>
          {secondsLeft > 0 ? `Enviar de novo em ${secondsLeft} s` : 'Enviar de novo'}
        </Button>
      </div>
    </div>
  )
}

/** Remaining whole seconds, and the function that starts. Reads the clock: hidden pages run timers rarely. */
function useCountdown(): [secondsLeft: number, begin: (seconds: number) => void] {
  const [{ end, now }, setTime] = useState({ end: 0, now: 0 })
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      setTime({ end, now: Date.now() })
      if (Date.now() >= end) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [end])
  return [
    Math.max(0, Math.ceil((end - now) / 1_000)),
    (seconds) => {
      const start = Date.now()
      setTime({ now: start, end: start + seconds * 1_000 })
    },
  ]
}

const kinds = {
  app: {
    label: 'Código de verificação',
    detail: 'Abra o aplicativo autenticador no seu celular e digite o código de 6 dígitos do Relato.',
    other: 'Usar um código de recuperação',
    // Room for a recovery code too: without the script the field cannot change.
    field: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 32 },
  },
  recovery: {
    label: 'Código de recuperação',
    detail: 'Digite um dos códigos que você guardou ao ativar a verificação em duas etapas. Cada um vale uma vez.',
    other: 'Usar o código do aplicativo',
    field: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 32 },
  },
} as const

type SecondStepFormProps = {
  onSignedIn: () => void
  /** The first step must be repeated. */
  onOver: () => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ onSignedIn, onOver }: SecondStepFormProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field has taken the place of the one before.
  useEffect(() => input.current?.focus(), [kind])

  async function submit({ code }: { code: string }) {
    if (code.trim() === '') {
      setError('Código é obrigatório')
      return input.current?.focus()
    }
    setBusy(true)
    const result = await giveCode(code)
    setBusy(false)
    if (result.ok) {
      toast.success('Login realizado com sucesso!')
      if (result.codesLeft !== null)
        toast.warning('Código de recuperação usado', { description: codesLeftSentence(result.codesLeft) })
      return onSignedIn()
    }
    if (result.code === 'second_step_over') {
      toast.error(secondStepSentence(result))
      return onOver()
    }
    setError(secondStepSentence(result))
    input.current?.focus()
    input.current?.select()
  }

  const { label, detail, other, field } = kinds[kind]
  return (
    <Form names={['code']} onSubmit={submit} onInput={() => setError(null)} noValidate className="flex flex-col gap-4">
      <p className="text-ink-2">{detail}</p>
      <TextField
        key={kind}
        label={label}
        error={error}
        ref={input}
        name="code"
        required
        {...field}
        className="text-md tabular-nums tracking-wide"
      />
      <SubmitButton canPost variant="primary" size="lg" busy={busy}>
        Confirmar
      </SubmitButton>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-2 noscript:hidden">
        <button
          type="button"
          className={linkClass}
          onClick={() => {
            setError(null)
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {other}
        </button>
        <button type="button" className={linkClass} onClick={onOver}>
          Voltar ao login
        </button>
      </p>
    </Form>
  )
}

export const codesLeftSentence = (count: number): string =>
  count === 0
    ? 'Não resta nenhum código de recuperação. Gere novos em Configurações.'
    : count === 1
      ? 'Resta 1 código de recuperação.'
      : `Restam ${count} códigos de recuperação.`

type RecoverFormProps = {
  initialEmail?: string | undefined
  /** The address of a mail already sent, if the browser itself sent the form. */
  posted?: string | undefined
  way: WayOn
  signInPath: string
}

/** Requests the mail with the link to a new password. The answer does not reveal whether the account exists. */
export function RecoverForm({ initialEmail, posted, way, signInPath }: RecoverFormProps) {
  const { busy, run } = useTask()
  const [invalid, setInvalid] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(posted ?? null)
  const sent = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (sentTo !== null) sent.current?.focus()
  }, [sentTo])

  async function submit(values: { email: string }) {
    const email = values.email.trim()
    const json = { email, ...way.chosen, ...(way.redirect && { redirect: way.redirect }) }
    if (!recoveryBody.safeParse(json).success) return setInvalid(true)
    const send = async () => {
      await read(api.api.recovery.$post({ json }), recoveryReply)
      toast.success('Email de recuperação enviado!')
      setSentTo(email)
    }
    await run(send, (description) => toast.error('Erro ao enviar email de recuperação', { description }))
  }

  if (sentTo !== null)
    return (
      <div ref={sent} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <MailCheck aria-hidden className="size-8 text-accent" />
        <p>
          Se houver uma conta com <b className="font-semibold wrap-anywhere">{sentTo}</b>, o link para criar uma nova
          senha chega em instantes. Ele vale por 1 hora. Se não chegar, veja também o spam.
        </p>
        <Link to={signInPath} className={buttonClass()}>
          Voltar ao login
        </Link>
      </div>
    )
  return (
    <Form names={['email']} onSubmit={submit} onInput={() => setInvalid(false)} className="flex flex-col gap-4">
      <p className="text-ink-2">Informe o email da sua conta. Enviaremos um link para criar uma nova senha.</p>
      <TextField
        label="Email"
        error={invalid && 'Email inválido'}
        type="email"
        name="email"
        autoComplete="username"
        required
        defaultValue={initialEmail}
      />
      <SubmitButton canPost variant="primary" size="lg" busy={busy}>
        Enviar link
      </SubmitButton>
      <p className="text-center">
        <Way to={signInPath}>Voltar ao login</Way>
      </p>
    </Form>
  )
}
