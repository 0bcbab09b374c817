import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { Technical } from '#app/ui/technical.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type Profile, profileReply, type SessionInfo, updateProfileBody } from '#domain/account/contract.ts'
import { specialtyNames } from '#domain/account/profile.ts'
import { fieldMessages } from '#domain/contract.ts'
import { focusFirst } from './focus-first.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { maskCrm, maskPhone } from './masks.ts'

const fields = ['full_name', 'crm', 'specialty', 'phone'] as const
type Values = Record<(typeof fields)[number], string>

const valuesOf = (profile: Profile | null, name: string): Values => ({
  full_name: profile?.full_name ?? name,
  crm: profile?.crm ?? '',
  specialty: profile?.specialty ?? '',
  phone: profile?.phone ?? '',
})

export function ProfileForm({ session: { user, profile } }: { session: SessionInfo }) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(() => valuesOf(profile, user.name))
  const [values, setValues] = useState(saved)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const changed = fields.some((name) => values[name] !== saved[name])
  const set =
    (name: keyof Values, mask = (text: string) => text) =>
    (event: { target: { value: string } }) => {
      setValues((current) => ({ ...current, [name]: mask(event.target.value) }))
      setErrors(({ [name]: _, ...others }) => others)
    }
  function refuse(problems: Record<string, string>) {
    setErrors(problems)
    focusFirst(form.current, problems)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Sends only the changed fields: another device may have changed the others.
    const touched = fields.filter((name) => values[name] !== saved[name])
    const body = touched.map((name) => [name, name === 'full_name' ? values[name] : values[name] || null])
    const parsed = updateProfileBody.safeParse(Object.fromEntries(body))
    if (!parsed.success) return refuse(fieldMessages(parsed.error))
    setBusy(true)
    try {
      const reply = await read(api.api.profile.$patch({ json: parsed.data }), profileReply)
      const now = valuesOf(reply.profile, user.name)
      setSaved(now)
      setValues(now)
      toast.success('Perfil atualizado com sucesso!')
      await revalidate()
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      if (Object.keys(failure.fields).length > 0) refuse(failure.fields)
      // The sign-in dialog opens by itself; the typed text stays.
      const technical = failure.status === 401 ? 'User not authenticated' : null
      if (technical) warn({ event: 'profile_refused', message: technical })
      const description = (
        <>
          {failure.message}
          <Technical text={technical} />
        </>
      )
      toast.error('Erro ao atualizar perfil', { description })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="post" onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
      <Field label="Nome completo" required error={errors.full_name} className="sm:col-span-2">
        <Input
          name="full_name"
          autoComplete="name"
          required
          maxLength={160}
          value={values.full_name}
          onChange={set('full_name')}
        />
      </Field>
      <Field
        label="Email"
        hint="É com ele que você entra no Relato, por isso não pode ser alterado aqui."
        className="sm:col-span-2"
      >
        <Input name="email" type="email" readOnly value={user.email} />
      </Field>
      <Field label="CRM" hint="Formato: 123456/UF. Assinar um registro pede o CRM." error={errors.crm}>
        <Input name="crm" autoComplete="off" maxLength={13} value={values.crm} onChange={set('crm', maskCrm)} />
      </Field>
      <Field label="Telefone" hint="Formato: (11) 99999-9999" error={errors.phone}>
        <Input
          name="phone"
          type="tel"
          autoComplete="tel-national"
          value={values.phone}
          onChange={set('phone', maskPhone)}
        />
      </Field>
      <Field label="Especialidade" error={errors.specialty} className="sm:col-span-2">
        <Select name="specialty" value={values.specialty} onChange={set('specialty')}>
          <option value="">Selecione</option>
          {specialtyNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
        <SubmitButton variant="primary" busy={busy}>
          Salvar Perfil
        </SubmitButton>
        {changed && !busy && (
          <Button
            variant="quiet"
            onClick={() => {
              setValues(saved)
              setErrors({})
            }}
          >
            Descartar alterações
          </Button>
        )}
      </div>
      {changed && <LeaveQuestion />}
    </form>
  )
}
