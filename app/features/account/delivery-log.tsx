import { useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/format.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { type Delivery, deliveryReply } from '#domain/integration/contract.ts'
import { DELIVERIES_SHOWN, TEST_EVENT } from '#domain/integration/integration.ts'
import { deliverySentence, deliveryStateNames, eventNames, integrationNames } from '#domain/integration/words.ts'

const tones: Record<Delivery['state'], Tone> = {
  pending: 'accent',
  waiting: 'warn',
  delivered: 'ok',
  failed: 'danger',
}

/** The last deliveries: time, event, outcome. It holds no patient text. */
export function DeliveryLog({
  deliveries,
  onChange,
}: {
  deliveries: readonly Delivery[]
  onChange: () => Promise<void>
}) {
  const format = useFormat()
  const [busy, setBusy] = useState<string | null>(null)

  async function repeat(id: string) {
    setBusy(id)
    try {
      await read(api.api.deliveries[':id'].repeat.$post({ param: { id } }), deliveryReply)
      await onChange()
    } catch (error) {
      toast.error('Erro ao reenviar', { description: whyOf(error) })
    }
    setBusy(null)
  }

  return (
    <div>
      <h3 className="text-base font-heavy">Envios</h3>
      <p className="mt-0.5 mb-3 text-sm text-ink-2">
        Os últimos {DELIVERIES_SHOWN}, por 30 dias. Esta lista não guarda nada do paciente.
      </p>
      <ul aria-label="Envios" className="flex flex-col divide-y divide-line rounded-m border border-line">
        {deliveries.map((delivery) => {
          const { id, kind, event, state, created_at, attempted_at } = delivery
          const when = format.dateTime(attempted_at ?? created_at)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-50 leading-snug">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-strong">
                  {eventNames[event]}
                  <Badge tone={tones[state]}>{deliveryStateNames[state]}</Badge>
                </p>
                <p className="text-sm text-ink-2">
                  {integrationNames[kind].title}, {when}. {deliverySentence(delivery)}
                </p>
              </div>
              {event !== TEST_EVENT && state !== 'pending' && (
                <Button
                  size="sm"
                  aria-label={`Reenviar: ${eventNames[event]}, ${when}`}
                  busy={busy === id}
                  disabled={busy !== null && busy !== id}
                  onClick={() => void repeat(id)}
                >
                  Reenviar
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
