import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { PASSWORD_MAX, passwordFormProblems } from '#domain/account/password.ts'
import { focusFirst } from './focus-first.ts'
import { PasswordStrengthMeter } from './password-strength.tsx'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }
type Values = typeof empty

type PasswordFields = {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  /** The field for the current password, if required. */
  currentField: ReactNode
  /** The new one, twice, with its strength. */
  newFields: ReactNode
  clear: () => void
  /** Checks what was typed, then saves it; what the server refuses stands at its field. */
  submit: (save: (values: Values) => Promise<void>) => (event: FormEvent) => Promise<void>
}

/** The fields for a new password, confirmed by the current password or by a recovery link. */
export function usePasswordFields({ asksCurrent }: { asksCurrent: boolean }): PasswordFields {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const field = (name: keyof Values, autoComplete: 'current-password' | 'new-password') => (
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
  const submit: PasswordFields['submit'] = (save) => async (event) => {
    event.preventDefault()
    const problems = passwordFormProblems({
      ...values,
      currentPassword: asksCurrent ? values.currentPassword : null,
    })
    if (problems) return refuse(problems)
    setBusy(true)
    try {
      await save(values)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      const named = Object.keys(failure.fields).length > 0
      if (named) refuse(failure.fields)
      toast.error('Erro ao alterar senha', named ? {} : { description: failure.message })
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    busy,
    currentField: asksCurrent && (
      <Field label="Senha atual" error={errors.currentPassword}>
        {field('currentPassword', 'current-password')}
      </Field>
    ),
    newFields: (
      <>
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
      </>
    ),
    clear: () => setValues(empty),
    submit,
  }
}
