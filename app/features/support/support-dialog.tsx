import { type FormEvent, useRef, useState } from 'react'
import { CONTACT_SENT, sendContact } from '#app/lib/send-contact.ts'
import { focusFirst } from '#app/lib/use-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field, Select, Textarea, TextField } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { SessionInfo } from '#domain/account/contract.ts'
import { specialtyNames } from '#domain/account/profile.ts'
import { SupportFacts } from './support-facts.tsx'

type Props = { session: SessionInfo; open: boolean; onOpenChange: (open: boolean) => void }

/** Support within the app: the same content as the public bubble, with the doctor's data filled in. */
export function SupportDialog({ session: { user, profile }, open, onOpenChange }: Props) {
  const form = useRef<HTMLFormElement>(null)
  // The typed message survives closing the dialog.
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setRefusal('')
    const answer = await sendContact(data)
    setBusy(false)
    if (answer.sent) {
      setErrors({})
      setMessage('')
      onOpenChange(false)
      toast.success(CONTACT_SENT)
      return
    }
    setErrors(answer.fields)
    setRefusal(answer.message)
    focusFirst(form.current, answer.fields)
  }
  const mend = (name: string) => () => setErrors(({ [name]: _, ...others }) => others)

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Falar com o suporte">
      <SupportFacts />
      <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nome"
          starred
          error={errors.name}
          name="name"
          autoComplete="name"
          maxLength={160}
          defaultValue={profile?.full_name || user.name}
          onChange={mend('name')}
        />
        <TextField
          label="Email"
          starred
          error={errors.email}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={user.email}
          onChange={mend('email')}
        />
        <Field label="Especialidade" error={errors.specialty} className="sm:col-span-2">
          <Select name="specialty" defaultValue={profile?.specialty ?? ''} onChange={mend('specialty')}>
            <option value="">Prefiro não dizer</option>
            {specialtyNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field
          label="Mensagem"
          required
          hint="Não inclua dados de pacientes."
          error={errors.message}
          className="sm:col-span-2"
        >
          <Textarea
            name="message"
            required
            rows={5}
            maxLength={4000}
            value={message}
            onChange={(event) => {
              setMessage(event.target.value)
              mend('message')()
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            Enviar mensagem
          </Button>
          <p role="status" className="text-sm font-medium text-rec">
            {refusal}
          </p>
        </div>
      </form>
    </Dialog>
  )
}
