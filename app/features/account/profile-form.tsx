import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import { useFields } from '#app/lib/use-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Select, SubmitButton, TextField } from '#app/ui/form.tsx'
import { Technical } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type Profile, profileReply, type SessionInfo, updateProfileBody } from '#domain/account/contract.ts'
import { ADDRESS_MAX, specialtyNames } from '#domain/account/profile.ts'
import { fieldMessages } from '#domain/contract.ts'
import { maskCpf } from '#domain/patient/cpf.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { maskCrm, maskPhone } from './masks.ts'

const fields = ['full_name', 'crm', 'specialty', 'phone', 'rqe', 'address', 'cpf'] as const
type Values = Record<(typeof fields)[number], string>

const valuesOf = (profile: Profile | null, name: string): Values => ({
  full_name: profile?.full_name ?? name,
  crm: profile?.crm ?? '',
  specialty: profile?.specialty ?? '',
  phone: profile?.phone ?? '',
  rqe: profile?.rqe ?? '',
  address: profile?.address ?? '',
  cpf: profile?.cpf ?? '',
})

export function ProfileForm({ session: { user, profile } }: { session: SessionInfo }) {
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState(() => valuesOf(profile, user.name))
  const { form, values, busy, field, reset, submit } = useFields(saved)
  const touched = fields.filter((name) => values[name] !== saved[name])
  const changed = touched.length > 0

  const save = submit(() => {
    // Sends only the changed fields: another device may have changed the others.
    const body = touched.map((name) => [name, name === 'full_name' ? values[name] : values[name] || null])
    const parsed = updateProfileBody.safeParse(Object.fromEntries(body))
    return {
      check: () => (parsed.success ? null : fieldMessages(parsed.error)),
      save: async () => {
        const reply = await read(api.api.profile.$patch({ json: parsed.data ?? {} }), profileReply)
        const now = valuesOf(reply.profile, user.name)
        setSaved(now)
        reset(now)
        toast.success('Perfil atualizado com sucesso!')
        await revalidate()
      },
      failed: ({ message, status }) => {
        // The sign-in dialog opens by itself; the typed text stays.
        const technical = status === 401 ? 'User not authenticated' : null
        if (technical) warn({ event: 'profile_refused', message: technical })
        const description = (
          <>
            {message}
            <Technical text={technical} />
          </>
        )
        toast.error('Erro ao atualizar perfil', { description })
      },
    }
  })

  const { error: specialtyError, ...specialty } = field('specialty')
  return (
    <form ref={form} method="post" onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Nome completo"
        starred
        fieldClassName="sm:col-span-2"
        {...field('full_name')}
        autoComplete="name"
        maxLength={160}
      />
      <TextField
        label="Email"
        hint="É com ele que você entra no Relato, por isso não pode ser alterado aqui."
        fieldClassName="sm:col-span-2"
        name="email"
        type="email"
        readOnly
        value={user.email}
      />
      <TextField
        label="CRM"
        hint="Formato: 123456/UF. Assinar um registro pede o CRM."
        {...field('crm', maskCrm)}
        autoComplete="off"
        maxLength={13}
      />
      <TextField
        label="Telefone"
        hint="Formato: (11) 99999-9999"
        {...field('phone', maskPhone)}
        type="tel"
        autoComplete="tel-national"
      />
      <Field label="Especialidade" error={specialtyError}>
        <Select {...specialty}>
          <option value="">Selecione</option>
          {specialtyNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <TextField
        label="RQE"
        hint="Só números. Sem RQE, a especialidade não sai nos documentos."
        {...field('rqe')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
      />
      <TextField
        label="Endereço profissional"
        hint="Rua, número, cidade e estado. Sai no alto de receitas, atestados e outros documentos."
        fieldClassName="sm:col-span-2"
        {...field('address')}
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
      />
      <TextField
        label="CPF"
        hint="Só para conferir o certificado quando você assina um documento digitalmente. Não sai impresso."
        fieldClassName="sm:col-span-2"
        {...field('cpf', maskCpf)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
      />
      <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
        <SubmitButton variant="primary" busy={busy}>
          Salvar Perfil
        </SubmitButton>
        {changed && !busy && (
          <Button variant="quiet" onClick={() => reset(saved)}>
            Descartar alterações
          </Button>
        )}
      </div>
      {changed && <LeaveQuestion />}
    </form>
  )
}
