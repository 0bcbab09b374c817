import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { tellOtherPages } from '#app/lib/session-events.ts'
import { useFields } from '#app/lib/use-fields.ts'
import { cx } from '#app/ui/cx.ts'
import { PasswordField, SubmitButton } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { endedReply } from '#domain/account/contract.ts'
import { PASSWORD_MAX, passwordFormProblems, passwordStrength } from '#domain/account/password.ts'
import { recoveredReply } from '#domain/account/way-in.ts'

type Props = { user: { id: string; email: string }; hasPassword: boolean }

/** Changes the password, or sets the first one for a doctor who signs in through a provider. */
export function PasswordForm({ user, hasPassword }: Props) {
  const { revalidate } = useRevalidator()
  const { form, busy, currentField, newFields, clear, submit } = usePasswordFields({ asksCurrent: hasPassword })
  const save = submit(async ({ currentPassword, newPassword }) => {
    const json = { currentPassword: hasPassword ? currentPassword : null, newPassword }
    const { ended } = await read(api.api.password.$put({ json }), endedReply)
    clear()
    toast.success('Senha alterada com sucesso!', { description: endedSentence(ended) })
    // The other pages of this browser have the new cookie already; a page that missed it signs in again.
    tellOtherPages(user.id)
    await revalidate()
  })

  return (
    <form ref={form} method="post" onSubmit={save} noValidate className="flex max-w-form flex-col gap-4">
      {!hasPassword && (
        <p className="rounded-s bg-sunken px-3 py-2.5 text-sm text-ink-2">
          Você entra com o Google e ainda não tem senha. Crie uma para entrar também com seu email.
        </p>
      )}
      {/* Password managers keep a password by its account. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {currentField}
      {newFields}
      <p className="text-sm text-ink-2">As sessões abertas em outros aparelhos terminam quando a senha muda.</p>
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

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The fields for a new password, confirmed by the current password or by a recovery link. */
function usePasswordFields({ asksCurrent }: { asksCurrent: boolean }) {
  const { form, values, busy, field, reset, submit } = useFields(empty)
  const password = (name: keyof typeof empty, autoComplete: 'current-password' | 'new-password') => ({
    ...field(name),
    autoComplete,
    maxLength: PASSWORD_MAX,
  })
  return {
    form,
    busy,
    /** The field for the current password, if required. */
    currentField: asksCurrent && (
      <PasswordField label="Senha atual" {...password('currentPassword', 'current-password')} />
    ),
    /** The new one, twice, with its strength. */
    newFields: (
      <>
        <PasswordField
          label="Nova senha"
          hint="Mínimo de 8 caracteres, com letra maiúscula, letra minúscula, número e caractere especial."
          {...password('newPassword', 'new-password')}
        />
        {values.newPassword && <PasswordStrengthMeter password={values.newPassword} />}
        <PasswordField label="Confirmar nova senha" {...password('confirmPassword', 'new-password')} />
      </>
    ),
    clear: () => reset(empty),
    submit: (save: (values: typeof empty) => Promise<void>) =>
      submit(() => ({
        check: () => passwordFormProblems({ ...values, currentPassword: asksCurrent ? values.currentPassword : null }),
        save: () => save(values),
        failed: ({ message }, named) => toast.error('Erro ao alterar senha', named ? {} : { description: message }),
      })),
  }
}

const colors = ['bg-rec', 'bg-rec', 'bg-rec', 'bg-warn', 'bg-ok', 'bg-ok']

/** How many rules a new password meets, as five steps and in words. */
function PasswordStrengthMeter({ password }: { password: string }) {
  const { met, percent, label } = passwordStrength(password)
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn as steps. */}
      <div
        role="meter"
        aria-label="Força da senha"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={label}
        className="grid grid-cols-5 gap-1"
      >
        {colors.slice(1).map((_, step) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps are always the same five.
            key={step}
            className={cx('h-1.5 rounded-full transition-colors duration-150', step < met ? colors[met] : 'bg-line')}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3 text-xs text-ink-2">
        <span>
          Força da senha:{' '}
          <b role="status" className="font-semibold text-ink">
            {label}
          </b>
        </span>
        <span aria-hidden>{percent}%</span>
      </p>
    </div>
  )
}

type NewPasswordFormProps = {
  onDone: (email: string) => void
  /** The link was used or has expired. */
  onOver: () => void
}

/** Sets a new password after following the link of a recovery mail. */
export function NewPasswordForm({ onDone, onOver }: NewPasswordFormProps) {
  const { form, busy, newFields, submit } = usePasswordFields({ asksCurrent: false })
  const save = submit(async ({ newPassword }) => {
    try {
      const { email } = await read(api.api.recovery.$put({ json: { newPassword } }), recoveredReply)
      toast.success('Senha alterada com sucesso!')
      onDone(email)
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.code === 'reset_link_over')) throw failure
      onOver()
    }
  })

  return (
    <form ref={form} method="post" onSubmit={save} noValidate className="flex flex-col gap-4">
      {newFields}
      <p className="text-sm text-ink-2">Todas as sessões abertas desta conta terminam quando a senha muda.</p>
      <SubmitButton variant="primary" size="lg" busy={busy}>
        Salvar nova senha
      </SubmitButton>
    </form>
  )
}
