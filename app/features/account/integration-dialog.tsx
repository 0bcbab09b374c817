import { type FormEvent, useState } from 'react'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { useFields } from '#app/lib/use-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/choices.tsx'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { SubmitButton, TextField } from '#app/ui/form.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Confirmation } from '#domain/account/confirmation.ts'
import { ADDRESS_MAX, type Integration, integrationReply, TOKEN_MAX } from '#domain/integration/contract.ts'
import { type DeliveryEvent, eventsOf, type IntegrationKind } from '#domain/integration/integration.ts'
import { eventNames, integrationNames } from '#domain/integration/words.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

type Props = {
  kind: IntegrationKind
  /** Null: it is new. */
  integration: Integration | null
  user: { email: string }
  hasPassword: boolean
  hasSecondFactor: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Address and events of an integration. Saving asks who it is: from then on records leave by themselves. */
export function IntegrationDialog({ kind, integration, onClose, onSaved, ...who }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [events, setEvents] = useState<readonly DeliveryEvent[]>(integration?.events ?? eventsOf[kind])
  const [renew, setRenew] = useState(false)
  const { form, values, field, refuse } = useFields({ address: integration?.address ?? '', token: '' })
  const { title } = integrationNames[kind]

  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (values.address.trim() === '') return refuse({ address: 'Informe o endereço' })
    if (events.length > 0) setAsking(true)
  }

  async function save(confirmation: Confirmation) {
    const token = kind === 'fhir' && values.token !== '' ? values.token : null
    const json = { address: values.address, events: [...events], token, renew_secret: renew, confirmation }
    try {
      const saved = await read(api.api.integrations[':kind'].$put({ param: { kind }, json }), integrationReply)
      setAsking(false)
      toast.success('Integração salva')
      await onSaved()
      if (saved.secret === null) onClose()
      else setSecret(saved.secret)
    } catch (error) {
      const isOwn = error instanceof ApiFailure && ['address', 'token'].some((name) => name in error.fields)
      if (!isOwn) throw error
      setAsking(false)
      refuse(error.fields)
    }
  }

  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} dismissible={false} title={title}>
      <form ref={form} method="post" onSubmit={ask} noValidate className="flex flex-col gap-4">
        <TextField
          label="Endereço"
          hint="https, com nome de domínio público. Quem opera o outro sistema informa."
          {...field('address')}
          type="url"
          autoComplete="off"
          maxLength={ADDRESS_MAX}
        />
        {kind === 'fhir' && (
          <TextField
            label="Token de acesso"
            hint={
              integration
                ? 'Guardado cifrado. No mesmo servidor, deixe vazio para manter o atual.'
                : 'Guardado cifrado. Vazio: sem token.'
            }
            {...field('token')}
            type="password"
            autoComplete="off"
            maxLength={TOKEN_MAX}
          />
        )}
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-strong">O que enviar</legend>
          {eventsOf[kind].map((event) => (
            <Switch
              key={event}
              label={eventNames[event]}
              checked={events.includes(event)}
              onChange={(on) => setEvents(on ? [...events, event] : events.filter((one) => one !== event))}
            />
          ))}
          <FailureLine>{events.length === 0 ? 'Escolha ao menos um evento' : null}</FailureLine>
        </fieldset>
        {kind === 'webhook' && integration && (
          <Switch label="Gerar nova chave" checked={renew} onChange={setRenew}>
            A atual deixa de assinar na hora. Troque-a no outro sistema.
          </Switch>
        )}
        <p className="text-sm text-ink-2">
          O registro inteiro sai do Relato para este endereço, com os dados do paciente. Confira se ele é do seu
          serviço.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancelar</Button>
          <SubmitButton variant="primary">Salvar</SubmitButton>
        </div>
      </form>
      <ConfirmIdentity
        {...who}
        open={asking}
        onClose={() => setAsking(false)}
        title="Salvar integração"
        confirmLabel="Salvar"
        onConfirm={save}
      >
        <p>
          Os próximos registros que você assinar serão enviados a este endereço. Antes, precisamos ter certeza de que é
          você. Avisamos por email.
        </p>
      </ConfirmIdentity>
    </Dialog>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={false}
      title="Chave do webhook"
      description="Copie agora para o outro sistema: ela não será mostrada de novo."
    >
      <p className="rounded-s bg-sunken px-3 py-2 font-mono text-sm leading-relaxed wrap-anywhere select-all">
        {secret}
      </p>
      <p className="mt-3 text-sm text-ink-2">
        Cada envio traz webhook-id, webhook-timestamp e webhook-signature. O outro sistema confere a assinatura com esta
        chave e guarda o id, que se repete nas novas tentativas.
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button
          onClick={() => copyAndTell(secret, 'Chave copiada', 'Não foi possível copiar. Selecione a chave e copie.')}
        >
          Copiar chave
        </Button>
        <Button variant="primary" onClick={onClose}>
          Já guardei
        </Button>
      </div>
    </Dialog>
  )
}
