import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { plural, useFormat } from '#app/lib/format.tsx'
import { useTask } from '#app/lib/use-task.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { FailureLine } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import {
  deliveryReply,
  type Integration,
  type IntegrationsReply,
  integrationsReply,
  removedIntegrationReply,
  resumedReply,
} from '#domain/integration/contract.ts'
import { type IntegrationKind, integrationKinds } from '#domain/integration/integration.ts'
import { deliverySentence, eventNames, integrationNames } from '#domain/integration/words.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { IntegrationDialog } from './integration-dialog.tsx'

const LOOK_EVERY_MS = 3_000

type Props = {
  loaded: IntegrationsReply
  user: { email: string }
  hasPassword: boolean
  hasSecondFactor: boolean
}

/** 'Integração': where signed records go by themselves, and what became of each delivery. */
export function IntegrationSettings({ loaded, ...who }: Props) {
  const [{ included, integrations, deliveries }, setState] = useState(loaded)
  const [editing, setEditing] = useState<IntegrationKind | null>(null)
  const look = useCallback(async () => setState(await read(api.api.integrations.$get(), integrationsReply)), [])
  const isSending = deliveries.some(({ state }) => state === 'pending')
  useEffect(() => {
    if (!isSending) return
    // A failed look is repeated by the next one.
    const again = () => document.visibilityState === 'visible' && void look().catch(() => undefined)
    const timer = setInterval(again, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSending, look])
  const of = (kind: IntegrationKind) => integrations.find((one) => one.kind === kind) ?? null
  return (
    <div className="flex flex-col gap-5">
      {!included && (
        <p className="rounded-m bg-sunken px-4 py-3 text-ink-2">
          A integração faz parte dos planos Pro e Clínica. <Link to="/pricing">Ver planos</Link>
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {integrationKinds.map((kind) => (
          <IntegrationItem
            key={kind}
            kind={kind}
            integration={of(kind)}
            included={included}
            onEdit={() => setEditing(kind)}
            onChange={look}
          />
        ))}
      </ul>
      {deliveries.length > 0 && <DeliveryLog deliveries={deliveries} onChange={look} />}
      {editing && (
        <IntegrationDialog
          {...who}
          kind={editing}
          integration={of(editing)}
          onClose={() => setEditing(null)}
          onSaved={look}
        />
      )}
    </div>
  )
}

type ItemProps = {
  kind: IntegrationKind
  integration: Integration | null
  included: boolean
  onEdit: () => void
  onChange: () => Promise<void>
}

function IntegrationItem({ kind, integration, included, onEdit, onChange }: ItemProps) {
  const { title, detail } = integrationNames[kind]
  const paused = integration !== null && integration.paused_at !== null
  return (
    <li className="rounded-m border border-line px-4 py-4">
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-heavy">
        {title}
        {integration && <Badge tone={paused ? 'danger' : 'ok'}>{paused ? 'Pausada' : 'Ligada'}</Badge>}
      </h3>
      <p className="mt-0.5 max-w-measure-lg text-sm text-ink-2">{detail}</p>
      {integration ? (
        <Configured integration={integration} included={included} onEdit={onEdit} onChange={onChange} />
      ) : (
        <Button className="mt-3" aria-label={`Configurar ${title}`} disabled={!included} onClick={onEdit}>
          Configurar
        </Button>
      )}
    </li>
  )
}

type ConfiguredProps = Omit<ItemProps, 'kind' | 'integration'> & { integration: Integration }

function Configured({ integration, included, onEdit, onChange }: ConfiguredProps) {
  const { kind, address, events, paused_at, delivered_at } = integration
  const format = useFormat()
  const { title } = integrationNames[kind]
  const [asking, setAsking] = useState(false)
  const test = useTask()
  const change = useTask()
  const calls = api.api.integrations[':kind']
  const param = { kind }

  const sendTest = () =>
    test.run(async () => {
      const { delivery } = await read(calls.test.$post({ param }), deliveryReply)
      if (delivery.failure === null) toast.success('Teste entregue', { description: deliverySentence(delivery) })
      else toast.error('Teste não entregue', { description: deliverySentence(delivery) })
      await onChange()
    })
  const resume = () =>
    change.run(async () => {
      const { resumed } = await read(calls.resume.$post({ param }), resumedReply)
      const description = resumed > 0 ? `${plural(resumed, 'envio sai', 'envios saem')} agora.` : undefined
      toast.success('Envios retomados', description ? { description } : {})
      await onChange()
    })
  const remove = async () => {
    const done = await change.run(async () => {
      await read(calls.$delete({ param }), removedIntegrationReply)
      await onChange()
    })
    if (done) toast.success('Integração removida')
    else setAsking(false)
  }
  return (
    <>
      <p className="mt-3 font-strong wrap-anywhere">{address}</p>
      <p className="text-sm text-ink-2">{events.map((event) => eventNames[event]).join(', ')}</p>
      <p className="text-sm text-ink-2">
        {delivered_at === null
          ? 'Nenhum envio aceito ainda.'
          : `Último envio aceito em ${format.dateTime(delivered_at)}.`}
      </p>
      {paused_at !== null && (
        <p className="mt-2 text-sm font-medium text-rec">
          Pausada em {format.dateTime(paused_at)}: o endereço não aceitou nenhuma tentativa. Os novos registros esperam
          aqui até você retomar.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {paused_at !== null && (
          <Button variant="primary" busy={change.busy} disabled={!included} onClick={resume}>
            Retomar envios
          </Button>
        )}
        <Button aria-label={`Enviar teste: ${title}`} busy={test.busy} disabled={!included} onClick={sendTest}>
          Enviar teste
        </Button>
        <Button aria-label={`Alterar ${title}`} disabled={!included} onClick={onEdit}>
          Alterar
        </Button>
        <Button variant="quiet" aria-label={`Remover ${title}`} onClick={() => setAsking(true)}>
          Remover
        </Button>
      </div>
      <FailureLine>{test.failure ?? change.failure}</FailureLine>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title="Remover a integração?"
        confirmLabel="Remover"
        tone="danger"
        busy={change.busy}
      >
        O endereço e a chave são apagados, e nada mais é enviado. O que o outro sistema já recebeu continua lá.
      </Confirm>
    </>
  )
}
