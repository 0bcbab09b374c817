import { formatElapsed } from '#app/lib/format.ts'
import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { speakerLabel } from '#domain/transcript/transcript.ts'

const colors = { doctor: 'text-doctor', patient: 'text-patient' }

/** The first lines of a consultation, small and still: a reminder, not the transcript. */
export function EntryLines({ entries }: { entries: readonly TranscriptEntry[] }) {
  const showTimes = useSettings().interface.showTimestamps
  return (
    <ul className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={cx(
            'grid grid-cols-[auto_1fr] gap-x-3',
            showTimes ? 'sm:grid-cols-[64px_84px_minmax(0,68ch)]' : 'sm:grid-cols-[84px_minmax(0,68ch)]',
          )}
        >
          {showTimes && (
            <span className="text-[13px] leading-6 text-ink-3 max-sm:order-2 max-sm:justify-self-end">
              {formatElapsed(entry.start_ms)}
            </span>
          )}
          <span className={`text-[13px] leading-6 font-[650] ${entry.speaker ? colors[entry.speaker] : 'text-ink-3'}`}>
            {speakerLabel(entry.speaker)}
          </span>
          <span className="wrap-anywhere max-sm:order-3 max-sm:col-span-2">{entry.text}</span>
        </li>
      ))}
    </ul>
  )
}
