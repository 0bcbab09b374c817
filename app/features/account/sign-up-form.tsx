import { type FormEvent, useState } from 'react'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { SIGN_UP_PASSWORD_MIN } from '#domain/account/profile.ts'
import { signUp, signUpSentence } from './auth-calls.ts'

const empty = { name: '', email: '', password: '', again: '' }

export function SignUpForm({ onCreated, onSignIn }: { onCreated: (email: string) => void; onSignIn: () => void }) {
  const [values, setValues] = useState(empty)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) => {
    setValues((current) => ({ ...current, [name]: event.target.value }))
    if (name === 'email') setTaken(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (values.password !== values.again) return setAlert('As senhas não coincidem')
    if (values.password.length < SIGN_UP_PASSWORD_MIN) return setAlert('A senha deve ter pelo menos 6 caracteres')
    setBusy(true)
    const result = await signUp(values.name.trim(), values.email.trim(), values.password)
    setBusy(false)
    if (result.ok) {
      toast.success('Conta criada! Verifique seu email para confirmar.')
      onCreated(values.email.trim())
      return
    }
    const text = signUpSentence(result)
    if (result.status === 409) setTaken(text)
    else toast.error(text)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Nome completo">
        <Input name="name" autoComplete="name" required maxLength={160} value={values.name} onChange={set('name')} />
      </Field>
      <Field label="Email" error={taken}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          required
          value={values.email}
          onChange={set('email')}
        />
      </Field>
      <Field label="Senha" hint="Pelo menos 6 caracteres.">
        <PasswordInput
          name="new-password"
          autoComplete="new-password"
          required
          value={values.password}
          onChange={set('password')}
        />
      </Field>
      <Field label="Confirmar senha">
        <PasswordInput
          name="confirm-password"
          autoComplete="new-password"
          required
          value={values.again}
          onChange={set('again')}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Criar conta
      </Button>
      <p className="text-center text-ink-2">
        Já tem conta?{' '}
        <button type="button" onClick={onSignIn} className="font-semibold text-accent underline underline-offset-2">
          Faça login
        </button>
      </p>
      <Alert open={alert !== null} onClose={() => setAlert(null)}>
        {alert}
      </Alert>
    </form>
  )
}
