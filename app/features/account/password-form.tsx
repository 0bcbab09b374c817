import { useRevalidator } from 'react-router'
import { tellOtherPages } from '#app/lib/account-channel.ts'
import { api, read } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { endedReply } from '#domain/account/contract.ts'
import { usePasswordFields } from './use-password-fields.tsx'

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
