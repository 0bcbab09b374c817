import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { tellOtherPages } from '#app/lib/account-channel.ts'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { Field } from '#app/ui/field.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { endedReply } from '#domain/account/contract.ts'
import { PASSWORD_MAX, passwordFormProblems } from '#domain/account/password.ts'
import { focusFirst } from './focus-first.ts'
import { PasswordStrengthMeter } from './password-strength.tsx'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

type Props = { user: { id: string; email: string }; hasPassword: boolean }

/** Changes the password. Who has only ever come in through another provider sets one. */
export function PasswordForm({ user, hasPassword }: Props) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const field = (name: keyof typeof empty, autoComplete: string) => (
    <PasswordInput
      name={name}
      autoComplete={autoComplete}
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
    const currentPassword = hasPassword ? values.currentPassword : null
    const problems = passwordFormProblems({ ...values, currentPassword })
    if (problems) return refuse(problems)
    setBusy(true)
    try {
      const json = { currentPassword, newPassword: values.newPassword }
      const { ended } = await read(api.api.password.$put({ json }), endedReply)
      setValues(empty)
      toast.success('Senha alterada com sucesso!', { description: endedSentence(ended) })
      // This browser's other pages have the new cookie already; one that missed it meanwhile asks again.
      tellOtherPages(user.id)
      await revalidate()
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      const named = Object.keys(failure.fields).length > 0
      if (named) refuse(failure.fields)
      toast.error('Erro ao alterar senha', named ? {} : { description: failure.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex max-w-[440px] flex-col gap-4">
      {!hasPassword && (
        <p className="rounded-s bg-sunken px-3 py-2.5 text-[14px] text-ink-2">
          Você entra com o Google e ainda não tem senha. Crie uma para entrar também com seu email.
        </p>
      )}
      {/* Password managers keep a password by its account. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {hasPassword && (
        <Field label="Senha atual" error={errors.currentPassword}>
          {field('currentPassword', 'current-password')}
        </Field>
      )}
      <Field
        label="Nova senha"
        hint="Mínimo de 8 caracteres, com letra maiúscula, letra minúscula, número e caractere especial."
        error={errors.newPassword}
      >
        {field('newPassword', 'new-password')}
      </Field>
      {values.newPassword && <PasswordStrengthMeter password={values.newPassword} />}
      <Field label="Confirmar nova senha" error={errors.confirmPassword}>
        {field('confirmPassword', 'new-password')}
      </Field>
      <p className="text-[13.5px] text-ink-2">As sessões abertas em outros aparelhos terminam quando a senha muda.</p>
      <div>
        <SubmitButton variant="primary" busy={busy}>
          {hasPassword ? 'Alterar Senha' : 'Criar Senha'}
        </SubmitButton>
      </div>
    </form>
  )
}

const endedSentence = (ended: number): string =>
  ended === 0
    ? 'Nenhum outro aparelho estava conectado.'
    : ended === 1
      ? 'A sessão em outro aparelho foi encerrada.'
      : `As sessões em outros ${ended} aparelhos foram encerradas.`
