import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiFailure } from '#app/lib/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { Input, PasswordInput } from '#app/ui/input.tsx'
import { type Confirmation, confirmation } from '#domain/account/confirmation.ts'
import { PASSWORD_MAX } from '#domain/account/password.ts'
import { fieldMessages } from '#domain/contract.ts'
import { focusFirst } from './focus-first.ts'

type Props = {
  open: boolean
  onClose: () => void
  user: { email: string }
  /** False: the server requires a recent sign-in instead. */
  hasPassword: boolean
  /** Also requires a code. If unset, the code is requested when the server requires it. */
  hasSecondFactor?: boolean
  title: string
  confirmLabel: string
  tone?: 'primary' | 'danger'
  children: ReactNode
  /** Sends the confirmation; a refusal stays in the dialog. */
  onConfirm: (given: Confirmation) => Promise<void>
  /** Receives the focus when it closes; by default the element that had it before. */
  focusAfter?: () => HTMLElement | null
}

/**
 * Requires the password, and a code if there is a second factor, before an action that a stranger at an unlocked screen
 * must not do.
 */
export function ConfirmIdentity({ open, onClose, focusAfter, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={rest.title}
      dismissible={false}
      {...(focusAfter && { focusAfter })}
    >
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ConfirmForm({
  onClose,
  user,
  hasPassword,
  hasSecondFactor,
  confirmLabel,
  tone,
  children,
  onConfirm,
}: Omit<Props, 'open'>) {
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [withCode, setWithCode] = useState(hasSecondFactor ?? false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  function refuse(problems: Record<string, string>) {
    flushSync(() => {
      setErrors(problems)
      if (problems.code) setWithCode(true)
    })
    focusFirst(form.current, problems)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const parsed = confirmation.safeParse({ password: hasPassword ? password : null, code: withCode ? code : null })
    if (!parsed.success) return refuse(fieldMessages(parsed.error))
    setBusy(true)
    try {
      await onConfirm(parsed.data)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (Object.keys(error.fields).length > 0) refuse(error.fields)
      else setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-ink-2">{children}</div>
      {hasPassword && (
        <>
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <Field label="Sua senha" error={errors.password}>
            <PasswordInput
              name="password"
              autoComplete="current-password"
              maxLength={PASSWORD_MAX}
              value={password}
              onChange={({ target }) => {
                setPassword(target.value)
                setErrors({})
              }}
            />
          </Field>
        </>
      )}
      {withCode && (
        <Field
          label="Código de verificação"
          hint="Do aplicativo autenticador, ou um código de recuperação."
          error={errors.code}
        >
          <Input
            name="code"
            autoComplete="one-time-code"
            maxLength={32}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setErrors({})
            }}
          />
        </Field>
      )}
      {failure && (
        <p role="alert" className="text-sm font-medium text-rec">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={busy}>
          Cancelar
        </Button>
        <SubmitButton variant={tone ?? 'primary'} busy={busy}>
          {confirmLabel}
        </SubmitButton>
      </div>
    </form>
  )
}
