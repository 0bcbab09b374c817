import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiFailure, whyOf } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import { useFormat } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Confirm } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { messageOf } from '#domain/errors.ts'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import { cancelSubscription, openPortal, PLAN_SETTINGS, subscriptionStatus } from './calls.ts'
import { UsageOfMonth } from './usage-panel.tsx'
import { sayFailure, useWayOut } from './use-way-out.ts'
import { describeSubscription, KEPT, othersText, priceText } from './words.ts'

/** The plan, how it stands, how much of it is used, and what may be done about it. */
export function PlanSettings({ loaded }: { loaded: SubscriptionInfo }) {
  const { info, failure, asking, ask, cancel } = useSubscription(loaded)
  const format = useFormat()
  const portal = useWayOut(openPortal, messageOf('portal_failed'))
  const [stopping, setStopping] = useState<'asking' | 'busy' | null>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { subscription, state, plan, usage } = info
  const live = subscription?.live ?? false
  const { badge, tone, text } = describeSubscription(info, format.longDate)
  const mayCancel = live && state !== 'cancelling'
  const unpaid = state === 'past_due'

  async function stop(id: string) {
    setStopping('busy')
    try {
      const { subscription: left } = await cancel(id)
      // Another may count from now on: of this one it is known how it stood.
      const lasts = left?.id === id ? left.live : !unpaid
      toast.success('Assinatura cancelada', {
        description: lasts ? 'O plano vale até o fim do período.' : 'Ela terminou agora, e nada mais é cobrado.',
      })
    } catch (error) {
      sayFailure(messageOf('cancel_failed'), error)
    }
    setStopping(null)
  }

  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-serif text-xl leading-tight font-medium">
            {(live && subscription ? subscription.plan : plan).name}
          </span>
          <Badge tone={tone}>{badge}</Badge>
          {live && subscription && (
            <span className="text-ink-2">{priceText(subscription.amount, subscription.interval)}</span>
          )}
        </p>
        <p ref={statusLine} tabIndex={-1} className="mt-2 max-w-measure-lg rounded-s text-ink-2">
          {text}
        </p>
        {subscription && subscription.others > 0 && (
          <p role="alert" className="mt-3 rounded-m bg-warn-soft px-4 py-3">
            {othersText(subscription.others)}
          </p>
        )}
        {failure && (
          <p role="alert" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m bg-warn-soft px-4 py-3">
            {failure}
            <Button size="sm" busy={asking} onClick={ask}>
              Tentar novamente
            </Button>
          </p>
        )}
      </div>
      <div className="max-w-form border-t border-line pt-5">
        <UsageOfMonth usage={usage} />
      </div>
      <div className="flex flex-wrap gap-2">
        {subscription && (
          <Button variant={unpaid ? 'primary' : 'secondary'} {...portal}>
            Gerenciar assinatura
            <ExternalLink aria-hidden className="size-4" />
          </Button>
        )}
        {mayCancel && (
          <Button ref={cancelButton} variant="quiet" disabled={portal.disabled} onClick={() => setStopping('asking')}>
            Cancelar assinatura
          </Button>
        )}
        {!live && (
          <a href="/pricing" className={buttonClass('primary')}>
            Ver planos
          </a>
        )}
      </div>
      {subscription && (
        <Confirm
          open={stopping !== null}
          onClose={() => setStopping(null)}
          focusAfter={() => cancelButton.current ?? statusLine.current}
          onConfirm={() => void stop(subscription.id)}
          title="Cancelar assinatura?"
          confirmLabel="Cancelar assinatura"
          cancelLabel="Manter assinatura"
          tone="danger"
          busy={stopping === 'busy'}
        >
          <p>
            {unpaid
              ? `A assinatura do plano ${subscription.plan.name} termina agora e nada mais é cobrado. A conta fica no Free.`
              : `O plano ${subscription.plan.name} vale até ${format.longDate(subscription.currentPeriodEnd)}. Depois disso a conta volta ao Free e nada mais é cobrado.`}
          </p>
          <p>{KEPT}</p>
        </Confirm>
      )}
    </div>
  )
}

/** The loaded subscription, or Stripe's answer if the doctor comes from Stripe, as the webhook may be late. */
function useSubscription(loaded: SubscriptionInfo) {
  const { hash } = useLocation()
  const [newer, setNewer] = useState<{ of: SubscriptionInfo; info: SubscriptionInfo } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const id = loaded.subscription?.id

  const ask = useCallback(async () => {
    if (!id) return
    setAsking(true)
    try {
      const info = await subscriptionStatus(id)
      setNewer({ of: loaded, info })
      setFailure(null)
    } catch (error) {
      if (error instanceof ApiFailure) warn({ event: 'subscription_failed', code: error.code })
      setFailure(whyOf(error))
    }
    setAsking(false)
  }, [id, loaded])

  const wanted = PLAN_SETTINGS.endsWith(hash) && hash !== ''
  useEffect(() => {
    if (wanted) void ask()
  }, [wanted, ask])

  return {
    info: newer?.of === loaded ? newer.info : loaded,
    failure,
    asking,
    ask: () => void ask(),
    cancel: async (subscriptionId: string): Promise<SubscriptionInfo> => {
      const info = await cancelSubscription(subscriptionId)
      setNewer({ of: loaded, info })
      return info
    },
  }
}
