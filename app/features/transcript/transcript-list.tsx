import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { type Gap, gapLabel } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { withGaps } from '#domain/transcript/transcript.ts'
import { type LineActions, type Playback, TranscriptLine } from './transcript-line.tsx'

type Props = {
  entries: readonly TranscriptEntry[]
  gaps?: readonly Gap[]
  query?: string
  actions?: LineActions | undefined
  /** New final lines are read aloud. */
  live?: boolean
  playback?: Playback | undefined
  showTimes?: boolean
}

/** The lines in their order, gaps where they lie. One line is in the tab order; arrows go to the others. */
export function TranscriptList({
  entries,
  gaps = [],
  query = '',
  actions,
  live = false,
  playback,
  showTimes = true,
}: Props) {
  const [current, setCurrent] = useState<string | null>(null)
  // Only the line that Tab reaches and the one under the pointer have buttons: hundreds of lines stay light.
  const [pointed, setPointed] = useState<string | null>(null)
  const reachable = entries.some((entry) => entry.id === current) ? current : entries.at(-1)?.id
  // While recording, what can be heard grows every few seconds: lines it does not concern are not drawn anew.
  const latest = useRef(playback)
  latest.current = playback
  const hear = useCallback((entry: TranscriptEntry) => latest.current?.hear(entry), [])

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const line = event.target instanceof HTMLElement && event.target.dataset.entry ? event.target : null
    if (!line || event.ctrlKey || event.altKey || event.metaKey) return
    const entry = entries.find((one) => one.id === line.dataset.entry)
    const speaker = { '1': 'doctor' as const, '2': 'patient' as const, '0': null }[event.key]
    if (entry && speaker !== undefined && actions?.setSpeaker) {
      event.preventDefault()
      return actions.setSpeaker(entry, speaker)
    }
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
    const at = lines.indexOf(line)
    const target = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    lines[target]?.focus()
  }

  const list = (
    <ol
      aria-label={live ? undefined : 'Transcrição'}
      className="flex flex-col gap-0.5"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = entryAt(target)
        if (id) setCurrent(id)
      }}
      onPointerOver={({ target }) => setPointed(entryAt(target))}
      onPointerLeave={() => setPointed(null)}
    >
      {withGaps(entries, gaps).map(({ entry, gap }) => {
        if (gap) return <GapLine key={`gap-${gap.take}-${gap.start_ms}-${gap.reason}`} gap={gap} />
        const hearing = entry.id === playback?.hearing
        const open = hearing || entry.id === reachable || entry.id === pointed
        return (
          <TranscriptLine
            key={entry.id}
            entry={entry}
            query={query}
            actions={open ? actions : undefined}
            showTime={showTimes}
            hear={open && playback?.canHear(entry) ? hear : undefined}
            hearing={hearing}
            {...(actions ? { tabIndex: entry.id === reachable ? 0 : -1 } : {})}
          />
        )
      })}
    </ol>
  )
  return live ? (
    <div role="log" aria-label="Transcrição" aria-relevant="additions">
      {list}
    </div>
  ) : (
    list
  )
}

/** The line that an element belongs to, by its id. */
const entryAt = (element: EventTarget | null): string | null =>
  (element instanceof Element && element.closest<HTMLElement>('[data-entry]')?.dataset.entry) || null

function GapLine({ gap }: { gap: Gap }) {
  return (
    <li className="flex items-center gap-2.5 px-2.5 py-2 text-[13.5px] text-warn before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {gapLabel(gap)}
    </li>
  )
}
