import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { hasShortcuts } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { type Gap, gapLabel } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { withGaps } from '#domain/transcript/transcript.ts'
import { type LineActions, type Playback, TranscriptLine } from './transcript-line.tsx'
import { useNearLines } from './use-near-lines.ts'
import type { Search } from './use-search.ts'

export type Found = Pick<Search, 'query' | 'found' | 'current'>

type Props = {
  entries: readonly TranscriptEntry[]
  gaps?: readonly Gap[]
  /** What is searched for and where it was found. */
  search?: Found
  actions?: LineActions | undefined
  /** New final lines are read aloud. */
  live?: boolean
  playback?: Playback | undefined
}

const noGaps: readonly Gap[] = []
const noSearch: Found = { query: '', found: new Set(), current: null }

/** The lines in their order, gaps where they lie. One line is in the tab order; arrows go to the others. */
export const TranscriptList = memo(function TranscriptList({
  entries,
  gaps = noGaps,
  search = noSearch,
  actions,
  live = false,
  playback,
}: Props) {
  const showTimes = useSettings().interface.showTimestamps
  const list = useRef<HTMLOListElement>(null)
  const near = useNearLines(list, search.query !== '')
  const [current, setCurrent] = useState<string | null>(null)
  // Only the line that Tab reaches and the one under the pointer have buttons: hundreds of lines stay light.
  const [pointed, setPointed] = useState<string | null>(null)
  const rows = useMemo(() => withGaps(entries, gaps), [entries, gaps])
  const reachable = useMemo(
    () => (entries.some((entry) => entry.id === current) ? current : entries.at(-1)?.id),
    [entries, current],
  )
  // While recording, what can be heard grows every few seconds: lines it does not concern are not drawn anew.
  const latest = useRef(playback)
  latest.current = playback
  const hear = useCallback((entry: TranscriptEntry) => latest.current?.hear(entry), [])

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    const line = event.target instanceof HTMLElement && event.target.dataset.entry ? event.target : null
    if (!line || event.ctrlKey || event.altKey || event.metaKey) return
    const entry = entries.find((one) => one.id === line.dataset.entry)
    const speaker = { '1': 'doctor' as const, '2': 'patient' as const, '0': null }[event.key]
    if (entry && speaker !== undefined && actions?.setSpeaker && hasShortcuts()) {
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

  const lines = (
    <ol
      ref={list}
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
      {rows.map(({ entry, gap }, at) => {
        if (gap) return <GapLine key={`gap-${gap.take}-${gap.start_ms}-${gap.reason}`} gap={gap} />
        const hearing = entry.id === playback?.hearing
        const open = hearing || entry.id === reachable || entry.id === pointed
        const marked = at >= near[0] && at < near[1] && search.found.has(entry.id)
        return (
          <TranscriptLine
            key={entry.id}
            entry={entry}
            query={marked ? search.query : ''}
            found={entry.id === search.current}
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
  return live ? <Log still={`${search.query} ${near}`}>{lines}</Log> : lines
})

/** As long as this after something else than a new line changed the lines, nothing is read out. */
const STILL_MS = 800

/** Reads new lines out: neither those that stood there already, nor the marks of a search. */
function Log({ still, children }: { still: string; children: React.ReactNode }) {
  const [heard, setHeard] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setHeard(still), STILL_MS)
    return () => clearTimeout(timer)
  }, [still])
  return (
    <div role="log" aria-label="Transcrição" aria-relevant="additions" aria-live={heard === still ? 'polite' : 'off'}>
      {children}
    </div>
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
