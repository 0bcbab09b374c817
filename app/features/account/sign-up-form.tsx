import { useState } from 'react'
import { Alert } from '#app/ui/alert-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton } from '#app/ui/form.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { SIGN_UP_PASSWORD_MIN } from '#domain/account/profile.ts'
import { signUp, signUpSentence } from './auth-calls.ts'

const names = ['name', 'email', 'new-password', 'confirm-password'] as const

export function SignUpForm({ onCreated, onSignIn }: { onCreated: (email: string) => void; onSignIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const [taken, setTaken] = useState(false)

  async function submit(values: Record<(typeof names)[number], string>) {
    const { 'new-password': password, 'confirm-password': again } = values
    const email = values.email.trim()
    if (password !== again) return setAlert('As senhas não coincidem')
    if (password.length < SIGN_UP_PASSWORD_MIN) return setAlert('A senha deve ter pelo menos 6 caracteres')
    setBusy(true)
    const result = await signUp(values.name.trim(), email, password)
    setBusy(false)
    if (result.ok) {
      toast.success('Conta criada! Verifique seu email para confirmar.')
      onCreated(email)
      return
    }
    toast.error(signUpSentence(result))
    setTaken(result.status === 409)
  }

  return (
    <Form names={names} onSubmit={submit} onInput={() => setTaken(false)} className="flex flex-col gap-4">
      <Field label="Nome completo">
        <Input name="name" autoComplete="name" required maxLength={160} />
      </Field>
      <Field label="Email" error={taken && 'Entre com este email ou use outro.'}>
        <Input type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Senha" hint="Pelo menos 6 caracteres.">
        <PasswordInput name="new-password" autoComplete="new-password" required />
      </Field>
      <Field label="Confirmar senha">
        <PasswordInput name="confirm-password" autoComplete="new-password" required />
      </Field>
      <SubmitButton variant="primary" size="lg" busy={busy}>
        Criar conta
      </SubmitButton>
      <p className="text-center text-ink-2">
        Já tem conta?{' '}
        <button type="button" onClick={onSignIn} className="font-semibold text-accent underline underline-offset-2">
          Faça login
        </button>
      </p>
      <Alert open={alert !== null} onClose={() => setAlert(null)}>
        {alert}
      </Alert>
    </Form>
  )
}
