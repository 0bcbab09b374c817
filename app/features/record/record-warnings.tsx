import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { SWAPPED } from '#domain/dialogue/swapped.ts'
import { openWarnings, saysFallback } from '#domain/record/proof/warnings.ts'
import { alertNeedsLook } from '#domain/record/record.ts'
import { type Entries, FlagLines, type Player } from './proof-lines.tsx'
import { AsideCard, asideItem, asideList } from './record-aside.tsx'
import { SWAP } from './record-changes.ts'
import type { RecordWork } from './use-record.ts'

type WarningsProps = {
  work: RecordWork
  entries: Entries
  player: Player
  className?: string
}

/** The key of the templates' section for allergies. */
const ALLERGIES = 'alergias'

/** Alerts about the whole record, then warnings from structuring. */
export function Warnings({ work, entries, player, className }: WarningsProps) {
  const { alerts, sections, signature } = work.record
  const allergies =
    sections.find(({ key }) => key === ALLERGIES) ?? sections.find(({ canonical }) => canonical === 'hpp')
  // Alerts that need a look are listed under 'Antes de assinar'.
  const found = alerts.filter((alert) => alert.kind !== 'signature' && !alertNeedsLook(alert))
  const others = openWarnings(work.record).filter((warning) => !saysFallback(warning))
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
              {alert.offer && allergies && signature === null && (
                <Button
                  size="sm"
                  className="mt-1.5 flex"
                  busy={work.busy === `append ${allergies.id} ${alert.offer}`}
                  disabled={work.busy !== null}
                  onClick={() => work.append(allergies, alert.offer ?? '')}
                >
                  Incluir alergia
                </Button>
              )}
            </div>
          </li>
        ))}
        {others.map((message) => (
          <li key={message} className={asideItem}>
            {message}
            {message === SWAPPED && signature === null && !work.isLocked && (
              <Button
                size="sm"
                className="mt-1.5"
                busy={work.busy === SWAP}
                disabled={work.busy !== null}
                onClick={() => void work.swapSpeakers()}
              >
                Trocar médico e paciente
              </Button>
            )}
          </li>
        ))}
      </ul>
    </AsideCard>
  )
}
