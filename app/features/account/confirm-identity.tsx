import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirst, useFields } from '#app/lib/use-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PasswordField, SubmitButton, TextField } from '#app/ui/form.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { type Confirmation, confirmation } from '#domain/account/confirmation.ts'
import { PASSWORD_MAX } from '#domain/account/password.ts'
import { fieldMessages } from '#domain/contract.ts'

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

/** Asks for the password, and for a code if there is a second factor, before a dangerous action. */
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
  const { form, values, busy, field, submit, forgive } = useFields({ password: '', code: '' })
  const [withCode, setWithCode] = useState(hasSecondFactor ?? false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = submit(() => {
    const parsed = confirmation.safeParse({
      password: hasPassword ? values.password : null,
      code: withCode ? values.code : null,
    })
    setFailure(null)
    return {
      check: () => (parsed.success ? null : fieldMessages(parsed.error)),
      save: async () => parsed.data && onConfirm(parsed.data),
      failed: ({ fields, message }, named) => {
        if (!named) setFailure(message)
        if (!fields.code) return
        flushSync(() => setWithCode(true))
        focusFirst(form.current, fields)
      },
    }
  })
  return (
    <form ref={form} method="post" onSubmit={confirm} onInput={forgive} noValidate className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-ink-2">{children}</div>
      {hasPassword && (
        <>
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label="Sua senha"
            {...field('password')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
          />
        </>
      )}
      {withCode && (
        <TextField
          label="Código de verificação"
          hint="Do aplicativo autenticador, ou um código de recuperação."
          {...field('code')}
          autoComplete="one-time-code"
          maxLength={32}
        />
      )}
      <FailureLine>{failure}</FailureLine>
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
