import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { profileReply, type SessionInfo, updateProfileBody } from '#domain/account/contract.ts'
import { specialtyNames } from '#domain/account/profile.ts'
import { fieldMessages } from '#domain/contract.ts'
import { maskCrm, maskPhone } from './masks.ts'

export function ProfileForm({ session: { user, profile } }: { session: SessionInfo }) {
  const { revalidate } = useRevalidator()
  const [values, setValues] = useState({
    full_name: profile?.full_name ?? user.name,
    crm: profile?.crm ?? '',
    specialty: profile?.specialty ?? '',
    phone: profile?.phone ?? '',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const set =
    (name: keyof typeof values, mask = (text: string) => text) =>
    (event: { target: { value: string } }) => {
      setValues((current) => ({ ...current, [name]: mask(event.target.value) }))
      setErrors(({ [name]: _, ...others }) => others)
    }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = {
      full_name: values.full_name,
      crm: values.crm || null,
      specialty: values.specialty || null,
      phone: values.phone || null,
    }
    const parsed = updateProfileBody.safeParse(body)
    if (!parsed.success) return setErrors(fieldMessages(parsed.error))
    setBusy(true)
    try {
      await read(api.api.profile.$patch({ json: parsed.data }), profileReply)
      toast.success('Perfil atualizado com sucesso!')
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiFailure) setErrors(failure.fields)
      toast.error('Erro ao atualizar perfil')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
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
      <Field label="Email" hint="O email da conta não pode ser alterado." className="sm:col-span-2">
        <Input name="email" type="email" readOnly value={user.email} />
      </Field>
      <Field label="CRM" hint="Formato: 123456/UF" error={errors.crm}>
        <Input name="crm" autoComplete="off" maxLength={13} value={values.crm} onChange={set('crm', maskCrm)} />
      </Field>
      <Field label="Telefone" hint="Formato: (11) 99999-9999" error={errors.phone}>
        <Input
          name="phone"
          type="tel"
          autoComplete="tel-national"
          maxLength={15}
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
      <div className="sm:col-span-2">
        <Button type="submit" variant="primary" busy={busy}>
          Salvar Perfil
        </Button>
      </div>
    </form>
  )
}
