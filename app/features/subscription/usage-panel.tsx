import { formatNumber, plural } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { messageOf } from '#domain/errors.ts'
import { localParts } from '#domain/local-time.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import { shareOf } from '#domain/subscription/quota.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { PLAN_SETTINGS } from './calls.ts'

/** Leads to the payment that is due, else to the plans. */
const WayOn = ({ unpaid, className }: { unpaid: boolean; className: string }) => (
  <a href={unpaid ? PLAN_SETTINGS : '/pricing'} className={className}>
    {unpaid ? 'Ver pagamento' : 'Ver planos'}
  </a>
)

/** Consultations used this month. Shows the real count, even above the plan's limit. */
export const UsagePanel = ({ usage }: { usage: Usage }) => (
  <Card className="p-4">
    <div className="mb-2 flex items-center justify-between gap-3">
      <h2 className="font-heavy">Uso do plano</h2>
      {usage.unpaid ? <Badge tone="danger">Pagamento pendente</Badge> : <Badge tone="accent">{usage.plan.name}</Badge>}
    </div>
    <UsageOfMonth usage={usage} />
    {usage.limit !== null && (
      <WayOn
        unpaid={usage.unpaid}
        className="mt-1 inline-block rounded-s py-1 font-strong text-accent underline underline-offset-2"
      />
    )}
  </Card>
)

export function UsageOfMonth({ usage }: { usage: Usage }) {
  const { used, limit, renewsAt } = usage
  const share = shareOf(usage)
  const full = limit !== null && used >= limit
  const { day, month } = localParts(renewsAt, TIME_ZONE)
  return (
    <>
      <p>
        <b className="font-semibold">
          {limit === null || used > limit
            ? plural(used, 'consulta', 'consultas')
            : `${formatNumber(used)} de ${plural(limit, 'consulta', 'consultas')}`}
        </b>{' '}
        neste mês
      </p>
      {share !== null && (
        // Decorative: the text above gives the share. An SVG, because the content policy refuses style attributes.
        <svg
          aria-hidden
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="mt-2 h-2 w-full rounded-full bg-line"
        >
          <rect width={share * 100} height="1" className={full ? 'fill-warn' : 'fill-accent'} />
        </svg>
      )}
      <p className="mt-2 text-sm text-ink-2">
        {usageSentence(used, limit)}
        {limit !== null && ` Renova em ${day}/${month}.`}
      </p>
    </>
  )
}

function usageSentence(used: number, limit: number | null): string {
  if (limit === null) return 'Sem limite de consultas.'
  if (used > limit)
    return `O plano inclui ${formatNumber(limit)} por mês; o que já foi feito continua seu, completo e aberto.`
  if (used === limit)
    return 'Todas as consultas do mês foram usadas. Uma que está aberta também conta; finalizada sem nenhuma fala, ela devolve o lugar.'
  return used + 1 === limit ? 'Resta 1 consulta.' : `Restam ${plural(limit - used, 'consulta', 'consultas')}.`
}

const UNPAID =
  'O último pagamento não foi concluído: até ele ser feito valem os limites do Free, e eles já foram usados.'

/** The month of the plan is full: no further consultation begins, and there is a way to more. */
export const UpgradePrompt = ({ open, unpaid, onClose }: { open: boolean; unpaid: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title="Limite do plano"
    footer={
      <>
        <Button onClick={onClose}>Agora não</Button>
        <WayOn unpaid={unpaid} className={buttonClass('primary')} />
      </>
    }
  >
    <p className="text-ink-2">{unpaid ? UNPAID : messageOf('quota_reached')}</p>
    <p className="mt-2 text-ink-2">
      O que você preencheu fica guardado. Consultas em andamento, o histórico e os registros continuam abertos.
    </p>
  </Dialog>
)

/** Beside what the plan does not have. */
export const InOtherPlans = ({ unpaid, children }: { unpaid: boolean; children: string }) => (
  <p role="status" className="rounded-m bg-accent-soft px-4 py-3">
    {children} <WayOn unpaid={unpaid} className="font-strong text-accent underline underline-offset-2" />
  </p>
)
