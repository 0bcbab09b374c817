import { type FormEvent, useRef, useState } from 'react'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { Field } from '#app/ui/field.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { PASSWORD_MAX, passwordFormProblems } from '#domain/account/password.ts'
import { recoveredReply } from '#domain/account/way-in.ts'
import { focusFirst } from './focus-first.ts'
import { PasswordStrengthMeter } from './password-strength.tsx'

const empty = { newPassword: '', confirmPassword: '' }

type Props = {
  onDone: (email: string) => void
  /** The link is used or too old by now. */
  onOver: () => void
}

/** A new password by the rules of a change, for who followed the link of a recovery mail. */
export function NewPasswordForm({ onDone, onOver }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const field = (name: keyof typeof empty) => (
    <PasswordInput
      name={name}
      autoComplete="new-password"
      maxLength={PASSWORD_MAX}
      value={values[name]}
      onChange={({ target }) => {
        setValues((current) => ({ ...current, [name]: target.value }))
        setErrors(({ [name]: _, ...others }) => others)
      }}
    />
  )
  function refuse(problems: Record<string, string>) {
    setErrors(problems)
    focusFirst(form.current, problems)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const problems = passwordFormProblems({ ...values, currentPassword: null })
    if (problems) return refuse(problems)
    setBusy(true)
    try {
      const json = { newPassword: values.newPassword }
      const { email } = await read(api.api.recovery.$put({ json }), recoveredReply)
      toast.success('Senha alterada com sucesso!')
      onDone(email)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'reset_link_over') return onOver()
      const named = Object.keys(failure.fields).length > 0
      if (named) refuse(failure.fields)
      toast.error('Erro ao alterar senha', named ? {} : { description: failure.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Nova senha"
        hint="Mínimo de 8 caracteres, com letra maiúscula, letra minúscula, número e caractere especial."
        error={errors.newPassword}
      >
        {field('newPassword')}
      </Field>
      {values.newPassword && <PasswordStrengthMeter password={values.newPassword} />}
      <Field label="Confirmar nova senha" error={errors.confirmPassword}>
        {field('confirmPassword')}
      </Field>
      <p className="text-[13.5px] text-ink-2">Todas as sessões abertas desta conta terminam quando a senha muda.</p>
      <SubmitButton variant="primary" size="lg" busy={busy}>
        Salvar nova senha
      </SubmitButton>
    </form>
  )
}
