import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read, whyOf } from '#app/lib/api.ts'
import type { WayOn } from '#app/lib/way-on.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form, SubmitButton } from '#app/ui/form.tsx'
import { Input } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { recoveryBody, recoveryReply } from '#domain/account/way-in.ts'

/** Requests the mail with the link to a new password. The answer does not reveal whether the account exists. */
/** `posted`: the address of a mail already sent, if the browser itself sent the form. */
type Props = { initialEmail?: string | undefined; posted?: string | undefined; way: WayOn; signInPath: string }

export function RecoverForm({ initialEmail, posted, way, signInPath }: Props) {
  const [busy, setBusy] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(posted ?? null)
  const sent = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (sentTo !== null) sent.current?.focus()
  }, [sentTo])

  async function submit(values: { email: string }) {
    const email = values.email.trim()
    const json = { email, ...way.chosen, ...(way.redirect && { redirect: way.redirect }) }
    if (!recoveryBody.safeParse(json).success) return setInvalid(true)
    setBusy(true)
    try {
      await read(api.api.recovery.$post({ json }), recoveryReply)
      toast.success('Email de recuperação enviado!')
      setSentTo(email)
    } catch (failure) {
      toast.error('Erro ao enviar email de recuperação', { description: whyOf(failure) })
    } finally {
      setBusy(false)
    }
  }

  if (sentTo !== null)
    return (
      <div ref={sent} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <MailCheck aria-hidden className="size-8 text-accent" />
        <p>
          Se houver uma conta com <b className="font-semibold wrap-anywhere">{sentTo}</b>, o link para criar uma nova
          senha chega em instantes. Ele vale por 1 hora. Se não chegar, veja também o spam.
        </p>
        <Link to={signInPath} className={buttonClass()}>
          Voltar ao login
        </Link>
      </div>
    )
  return (
    <Form names={['email']} onSubmit={submit} onInput={() => setInvalid(false)} className="flex flex-col gap-4">
      <p className="text-ink-2">Informe o email da sua conta. Enviaremos um link para criar uma nova senha.</p>
      <Field label="Email" error={invalid && 'Email inválido'}>
        <Input type="email" name="email" autoComplete="username" required defaultValue={initialEmail} />
      </Field>
      <SubmitButton canPost variant="primary" size="lg" busy={busy}>
        Enviar link
      </SubmitButton>
      <p className="text-center">
        <Link to={signInPath} className="rounded-s py-0.5 font-semibold text-accent underline underline-offset-2">
          Voltar ao login
        </Link>
      </p>
    </Form>
  )
}
