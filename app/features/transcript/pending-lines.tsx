import { Clock } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import { speakerLabel } from '#domain/transcript/transcript.ts'
import { lineGrid, speakerColors } from './transcript-line.tsx'

export type PendingEntry = { id: string; text: string; speaker: Speaker | null }

type Props = { lines: readonly PendingEntry[]; showTimes: boolean }

/** Lines that were typed here and lie on this device until the room has them. */
export function PendingLines({ lines, showTimes }: Props) {
  if (lines.length === 0) return null
  return (
    <ul aria-label="Falas aguardando envio" className="flex flex-col gap-0.5 pt-0.5">
      {lines.map(({ id, text, speaker }) => (
        <li key={id} className={cx(lineGrid(showTimes), 'text-ink-2')}>
          <span className="flex items-center gap-1.5 text-xs text-warn max-lg:col-start-2 max-lg:row-start-1">
            <Clock aria-hidden className="size-3.5 shrink-0" />
          </span>
          <span
            className={cx(
              'text-xs max-lg:col-start-1 max-lg:row-start-1',
              speaker ? cx(speakerColors[speaker], 'font-heavy') : 'font-medium text-ink-3',
            )}
          >
            {speakerLabel(speaker ?? undefined)}
          </span>
          <span className="text-(length:--line-text) leading-normal whitespace-pre-line wrap-anywhere max-lg:col-span-2">
            {text}
            <span className="ml-2 text-xs whitespace-nowrap text-warn">aguardando envio</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
