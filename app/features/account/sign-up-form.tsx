import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WayOn } from '#app/lib/way-on.ts'
import { Alert } from '#app/ui/dialog.tsx'
import { Form, PasswordField, SubmitButton, TextField } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { PASSWORD_MAX } from '#domain/account/password.ts'
import { SIGN_UP_PASSWORD_MIN } from '#domain/account/profile.ts'
import { NAME_MAX } from '#domain/text.ts'
import { signUp, signUpSentence } from './auth-calls.ts'

const names = ['name', 'email', 'new-password', 'confirm-password'] as const

/** The field that prevents sending the form, with its message. */
export const signUpProblems = {
  'new-password': 'A senha deve ter pelo menos 6 caracteres',
  'confirm-password': 'As senhas não coincidem',
} as const
type Problem = keyof typeof signUpProblems

export function signUpProblem(password: string, again: string): Problem | null {
  if (password !== again) return 'confirm-password'
  return password.length < SIGN_UP_PASSWORD_MIN ? 'new-password' : null
}

type Props = {
  onCreated: (email: string) => void
  elsewhere: { signIn: string; recover: string }
  initialEmail?: string | undefined
  way: WayOn
}

export function SignUpForm({ onCreated, elsewhere, initialEmail, way }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field: Problem; open: boolean } | null>(null)
  const [taken, setTaken] = useState(false)
  const fields = {
    email: useRef<HTMLInputElement>(null),
    'new-password': useRef<HTMLInputElement>(null),
    'confirm-password': useRef<HTMLInputElement>(null),
  }

  async function submit(values: Record<(typeof names)[number], string>) {
    const { 'new-password': password, 'confirm-password': again } = values
    const email = values.email.trim()
    const found = signUpProblem(password, again)
    if (found) return setProblem({ field: found, open: true })
    setBusy(true)
    const result = await signUp(values.name.trim(), email, password, way)
    setBusy(false)
    if (result.ok) {
      toast.success('Conta criada! Verifique seu email para confirmar.')
      onCreated(email)
      return
    }
    toast.error(signUpSentence(result))
    setTaken(result.status === 409)
    if (result.status === 409) fields.email.current?.focus()
  }

  const password = (name: Problem) => ({
    ref: fields[name],
    name,
    autoComplete: 'new-password',
    required: true,
    maxLength: PASSWORD_MAX,
    'aria-invalid': problem?.field === name || undefined,
  })
  const changed = () => {
    setTaken(false)
    setProblem(null)
  }
  return (
    <Form names={names} onSubmit={submit} onInput={changed} className="flex flex-col gap-4">
      <TextField
        label="Nome completo"
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_MAX}
        pattern=".*\S.*"
        title="Nome completo"
      />
      <TextField
        label="Email"
        error={taken && <Taken {...elsewhere} />}
        ref={fields.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        maxLength={254}
        defaultValue={initialEmail}
      />
      <PasswordField
        label="Senha"
        hint={`Pelo menos ${SIGN_UP_PASSWORD_MIN} caracteres.`}
        {...password('new-password')}
      />
      <PasswordField label="Confirmar senha" {...password('confirm-password')} />
      <SubmitButton canPost variant="primary" size="lg" busy={busy}>
        Criar conta
      </SubmitButton>
      <p className="text-center text-sm text-balance text-ink-2">
        Ao criar a conta, você aceita os <Read href="/terms">termos de uso</Read> e a{' '}
        <Read href="/privacy">política de privacidade</Read>.
      </p>
      <p className="border-t border-line pt-4 text-center text-ink-2">
        Já tem conta?{' '}
        <Link to={elsewhere.signIn} className="rounded-s py-0.5 font-semibold text-accent underline underline-offset-2">
          Faça login
        </Link>
      </p>
      <Alert
        open={problem?.open ?? false}
        onClose={() => setProblem((current) => current && { ...current, open: false })}
        focusAfter={() => (problem ? fields[problem.field].current : null)}
      >
        {problem && signUpProblems[problem.field]}
      </Alert>
    </Form>
  )
}

/** Opens another tab, so that the typed text stays in the form. */
const Read = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener" className="rounded-s underline underline-offset-2">
    {children}
    <span className="sr-only"> (abre em outra aba)</span>
  </a>
)

const Way = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="rounded-s underline underline-offset-2">
    {children}
  </Link>
)

/** The address is taken: links to sign-in and recovery, which fill it in. */
const Taken = ({ signIn, recover }: Props['elsewhere']) => (
  <>
    <Way to={signIn}>Entre</Way> com este email, <Way to={recover}>recupere a senha</Way> ou use outro.
  </>
)
