import { formatElapsed } from '#app/lib/format.tsx'
import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'
import { type Gap, gapLabel } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { speakerLabel, withGaps } from '#domain/transcript/transcript.ts'

const colors = { doctor: 'text-doctor', patient: 'text-patient' }

const none: readonly Gap[] = []

type Props = { entries: readonly TranscriptEntry[]; gaps?: readonly Gap[] }

/** The first lines of a consultation, with gaps at their places: a reminder, not the transcript. */
export function EntryLines({ entries, gaps = none }: Props) {
  const showTimes = useSettings().interface.showTimestamps
  return (
    <ul className="flex flex-col gap-2">
      {withGaps(entries, gaps).map(({ entry, gap }) =>
        gap ? (
          <li key={`gap-${gap.take}-${gap.start_ms}-${gap.reason}`} className="text-xs leading-6 text-warn">
            {gapLabel(gap)}
          </li>
        ) : (
          <li
            key={entry.id}
            className={cx('grid grid-cols-label gap-x-3', showTimes ? 'sm:grid-cols-line' : 'sm:grid-cols-entry')}
          >
            {showTimes && (
              <span className="text-xs leading-6 text-ink-3 max-sm:order-2 max-sm:justify-self-end">
                {formatElapsed(entry.start_ms)}
              </span>
            )}
            <span className={`text-xs leading-6 font-heavy ${entry.speaker ? colors[entry.speaker] : 'text-ink-3'}`}>
              {speakerLabel(entry.speaker)}
            </span>
            <span className="whitespace-pre-line wrap-anywhere max-sm:order-3 max-sm:col-span-2">
              {entry.text}
              {entry.original && <span className="ml-2 text-xs whitespace-nowrap text-ink-3">corrigida</span>}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}
