import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { signIn, signInSentence } from './auth-calls.ts'
import { ResendVerification } from './resend-verification.tsx'

export function SignInForm({ onSignedIn, onCreate }: { onSignedIn: () => void; onCreate?: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'refused' | 'unverified'>('idle')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    const result = await signIn(email.trim(), password)
    if (result.ok) {
      toast.success('Login realizado com sucesso!')
      onSignedIn()
      return
    }
    toast.error(signInSentence(result))
    setState(result.code === 'EMAIL_NOT_VERIFIED' ? 'unverified' : result.status === 401 ? 'refused' : 'idle')
  }

  const changed = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    if (state !== 'busy') setState('idle')
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email">
        <Input
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={changed(setEmail)}
          aria-invalid={state === 'refused' || undefined}
        />
      </Field>
      <Field label="Senha">
        <PasswordInput
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={changed(setPassword)}
          aria-invalid={state === 'refused' || undefined}
        />
      </Field>
      {state === 'unverified' && <ResendVerification email={email.trim()} />}
      <Button type="submit" variant="primary" size="lg" busy={state === 'busy'}>
        Entrar
      </Button>
      {onCreate && (
        <p className="text-center text-ink-2">
          Ainda não tem conta?{' '}
          <button type="button" onClick={onCreate} className="font-semibold text-accent underline underline-offset-2">
            Cadastre-se
          </button>
        </p>
      )}
    </form>
  )
}
