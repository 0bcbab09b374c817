import { ApiFailure, api, read } from '#app/lib/api.ts'
import { SubmitButton } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { recoveredReply } from '#domain/account/way-in.ts'
import { usePasswordFields } from './use-password-fields.tsx'

type Props = {
  onDone: (email: string) => void
  /** The link was used or has expired. */
  onOver: () => void
}

/** Sets a new password after following the link of a recovery mail. */
export function NewPasswordForm({ onDone, onOver }: Props) {
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
