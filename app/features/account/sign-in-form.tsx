import { type RefObject, useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton } from '#app/ui/form.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { signIn, signInSentence } from './auth-calls.ts'
import { ResendVerification } from './resend-verification.tsx'

type State = { name: 'idle' | 'busy' | 'refused' } | { name: 'unverified'; email: string }

type Props = {
  onSignedIn: () => void
  onCreate?: () => void
  /** Only this account may enter here. */
  email?: string
  passwordRef?: RefObject<HTMLInputElement | null>
}

export function SignInForm({ onSignedIn, onCreate, email: fixed, passwordRef }: Props) {
  const [state, setState] = useState<State>({ name: 'idle' })

  async function submit({ email, password }: Record<'email' | 'password', string>) {
    setState({ name: 'busy' })
    const result = await signIn(email.trim(), password)
    if (result.ok) {
      toast.success('Login realizado com sucesso!')
      onSignedIn()
      return
    }
    toast.error(signInSentence(result))
    if (result.code === 'EMAIL_NOT_VERIFIED') setState({ name: 'unverified', email: email.trim() })
    else setState({ name: result.status === 401 ? 'refused' : 'idle' })
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
          {...(fixed !== undefined && { value: fixed, readOnly: true })}
        />
      </Field>
      <Field label="Senha">
        <PasswordInput
          ref={passwordRef}
          name="password"
          autoComplete="current-password"
          required
          aria-invalid={refused}
        />
      </Field>
      {state.name === 'unverified' && <ResendVerification email={state.email} />}
      <SubmitButton variant="primary" size="lg" busy={state.name === 'busy'}>
        Entrar
      </SubmitButton>
      {onCreate && (
        <p className="text-center text-ink-2">
          Ainda não tem conta?{' '}
          <button type="button" onClick={onCreate} className="font-semibold text-accent underline underline-offset-2">
            Cadastre-se
          </button>
        </p>
      )}
    </Form>
  )
}
