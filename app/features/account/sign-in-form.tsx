import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WayOn } from '#app/lib/way-on.ts'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton, useHydrated } from '#app/ui/form.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { signIn, signInSentence } from './auth-calls.ts'
import { ResendVerification } from './resend-verification.tsx'

type State = { name: 'idle' | 'busy' | 'refused' } | { name: 'unverified'; email: string }

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
    toast.error(signInSentence(result))
    if (result.code === 'EMAIL_NOT_VERIFIED') return setState({ name: 'unverified', email })
    setState({ name: result.status === 401 ? 'refused' : 'idle' })
    if (result.status === 401) {
      password.current?.focus()
      password.current?.select()
    }
  }

  const changed = () => state.name !== 'busy' && setState({ name: 'idle' })
  const refused = state.name === 'refused' || undefined
  return (
    <Form names={['email', 'password']} onSubmit={submit} onInput={changed} className="flex flex-col gap-4">
      <Field label="Email">
        <Input
          type="email"
          name="email"
          autoComplete="username"
          required
          aria-invalid={refused}
          {...(fixed === undefined ? { defaultValue: initialEmail } : { value: fixed, readOnly: true })}
        />
      </Field>
      <Field label="Senha">
        <PasswordInput ref={password} name="password" autoComplete="current-password" required aria-invalid={refused} />
      </Field>
      {state.name === 'unverified' && hydrated && <ResendVerification email={state.email} way={way} />}
      <SubmitButton canPost variant="primary" size="lg" busy={state.name === 'busy'}>
        Entrar
      </SubmitButton>
      {elsewhere && (
        <>
          <p className="text-center">
            <Link to={elsewhere.recover} className={linkClass}>
              Esqueci minha senha
            </Link>
          </p>
          <p className="border-t border-line pt-4 text-center text-ink-2">
            Ainda não tem conta?{' '}
            <Link to={elsewhere.create} className={linkClass}>
              Cadastre-se
            </Link>
          </p>
        </>
      )}
    </Form>
  )
}

const linkClass = 'rounded-s py-0.5 font-semibold text-accent underline underline-offset-2'
