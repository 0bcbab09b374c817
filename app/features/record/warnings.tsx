import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { saysFallback } from '#domain/record/proof/fallback.ts'
import { alertNeedsLook, type Flag } from '#domain/record/record.ts'
import { AsideCard, asideItem, asideList } from './aside-card.tsx'
import { type Entries, FlagLines } from './proof-lines.tsx'
import type { Player } from './use-play-lines.ts'

function Strip({ tone, children }: { tone: 'warn' | 'danger'; children: ReactNode }) {
  return (
    <div
      className={cx('mb-4 flex gap-3 rounded-m px-4 py-3.5 sm:px-5', tone === 'warn' ? 'bg-warn-soft' : 'bg-rec-soft')}
    >
      <TriangleAlert aria-hidden className={cx('mt-0.5 size-5 shrink-0', tone === 'warn' ? 'text-warn' : 'text-rec')} />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}

/** Shown above the record if the requested model wrote none or only part of it. */
export function ModelFellBack({ warnings }: { warnings: readonly string[] }) {
  const fallback = warnings.find(saysFallback)
  if (!fallback) return null
  return (
    <Strip tone="warn">
      <b className="block font-semibold">Registro formado sem o modelo de linguagem</b>
      {fallback}
    </Strip>
  )
}

/** Shown above the record: a new structuring will replace it, so it is read-only. */
export function UnderWay({ isLocked }: { isLocked: boolean }) {
  return (
    <div role="status">
      {isLocked && (
        <Strip tone="warn">
          <b className="block font-semibold">Uma nova estruturação está em andamento</b>
          Até ela terminar, este registro só pode ser lido.
        </Strip>
      )}
    </div>
  )
}

export function BrokenSignature({ alerts }: { alerts: readonly Flag[] }) {
  const broken = alerts.find(({ kind }) => kind === 'signature')
  if (!broken) return null
  return (
    <Strip tone="danger">
      <b className="block font-semibold">{broken.message}</b>
      Não use este registro. Avise o suporte.
    </Strip>
  )
}

type WarningsProps = {
  alerts: readonly Flag[]
  warnings: readonly string[]
  entries: Entries
  player: Player
  className?: string
}

/** Alerts about the whole record, then warnings from structuring. */
export function Warnings({ alerts, warnings, entries, player, className }: WarningsProps) {
  // Alerts that need a look are listed under 'Para conferir'.
  const found = alerts.filter((alert) => alert.kind !== 'signature' && !alertNeedsLook(alert))
  const others = warnings.filter((warning) => !saysFallback(warning))
  const count = found.length + others.length
  if (count === 0) return null
  return (
    <AsideCard
      title="Avisos"
      count={count}
      tone="warn"
      icon={<TriangleAlert aria-hidden className="size-4.25 text-warn" />}
      className={className ?? ''}
    >
      <ul className={asideList}>
        {found.map((alert) => (
          <li key={alert.message} className={cx(asideItem, 'flex gap-2')}>
            <CircleAlert aria-hidden className="mt-0.75 size-4 shrink-0 text-rec" />
            <div className="min-w-0 flex-1">
              {alert.message}
              <FlagLines flag={alert} entries={entries} player={player} />
            </div>
          </li>
        ))}
        {others.map((message) => (
          <li key={message} className={asideItem}>
            {message}
          </li>
        ))}
      </ul>
    </AsideCard>
  )
}

export function Points({ title, items, className }: { title: string; items: readonly string[]; className?: string }) {
  if (items.length === 0) return null
  return (
    <AsideCard title={title} count={items.length} className={className ?? ''}>
      <ul className={asideList}>
        {items.map((item) => (
          <li key={item} className={asideItem}>
            {item}
          </li>
        ))}
      </ul>
    </AsideCard>
  )
}
