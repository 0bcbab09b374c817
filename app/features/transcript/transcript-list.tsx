import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hasShortcuts } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { cx } from '#app/ui/cx.ts'
import { type Gap, gapLabel } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { withGaps } from '#domain/transcript/transcript.ts'
import { type Block, blocksOf, keyOf, type Row } from './blocks.ts'
import type { Search } from './panel-head.tsx'
import { type EditLine, type LineActions, type Playback, TranscriptLine } from './transcript-line.tsx'

type Found = Pick<Search, 'query' | 'current'>

type Props = {
  entries: readonly TranscriptEntry[]
  gaps?: readonly Gap[]
  /** The search text and its matches. */
  search?: Found
  actions?: LineActions | undefined
  /** New final lines are read aloud. */
  live?: boolean
  playback?: Playback | undefined
}

const noGaps: readonly Gap[] = []
const CLOSED = 'Esta transcrição não pode mais ser corrigida.'
const noSearch: Found = { query: '', current: null }

/**
 * The lines in order, with gaps at their places. One line is a tab stop; arrows move it. All lines are in the page, so
 * that the browser's search finds them; blocks keep two thousand lines fast.
 */
export const TranscriptList = memo(function TranscriptList({
  entries,
  gaps = noGaps,
  search = noSearch,
  actions,
  live = false,
  playback,
}: Props) {
  const showTimes = useSettings().interface.showTimestamps
  const list = useRef<HTMLDivElement>(null)
  const near = useNearBlocks(list, search.query !== '')
  const [current, setCurrent] = useState<string | null>(null)
  // Only the line that Tab reaches and the one under the pointer have buttons: hundreds of lines stay light.
  const [pointed, setPointed] = useState<string | null>(null)
  const cut = useRef<readonly Block[]>([])
  const blocks = useMemo(() => {
    const now = blocksOf(withGaps(entries, gaps), cut.current)
    cut.current = now
    return now
  }, [entries, gaps])
  const reachable = useMemo(
    () => (entries.some((entry) => entry.id === current) ? current : entries.at(-1)?.id) ?? null,
    [entries, current],
  )
  // The playable range grows while recording: a ref avoids rendering unaffected lines again.
  const latest = useRef(playback)
  latest.current = playback
  const hear = useCallback((entry: TranscriptEntry) => latest.current?.hear(entry), [])
  const latestActions = useRef(actions)
  latestActions.current = actions
  const edit = useMemo<EditLine>(
    () => ({
      save: async (entry, text) => latestActions.current?.edit?.save(entry, text) ?? CLOSED,
      giveUp: (entry) => latestActions.current?.edit?.giveUp?.(entry),
      leave: (entry, text) => latestActions.current?.edit?.leave?.(entry, text),
    }),
    [],
  )

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
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
    // biome-ignore lint/a11y/useSemanticElements: an ol would take no blocks between itself and its lines.
    <div
      ref={list}
      role="list"
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
      {blocks.map(({ key, rows }, at) => {
        const here = (id: string | null | undefined) => (id && holds(rows, id) ? id : undefined)
        const open = here(reachable) ?? here(pointed) ?? here(playback?.hearing)
        return (
          <TranscriptBlock
            key={key}
            rows={rows}
            query={at >= near[0] && at < near[1] ? search.query : ''}
            current={here(search.current)}
            reachable={here(reachable)}
            pointed={here(pointed)}
            hearing={here(playback?.hearing)}
            actions={actions}
            edit={edit}
            live={live}
            showTimes={showTimes}
            canHear={open ? playback?.canHear : undefined}
            hear={hear}
          />
        )
      })}
    </div>
  )
  return live ? <Log still={`${search.query} ${near}`}>{lines}</Log> : lines
})

/** For this long after a change that is no new line, nothing is announced, in ms. */
const STILL_MS = 800

/** Announces new lines, but neither earlier ones nor search highlights. */
function Log({ still, children }: { still: string; children: ReactNode }) {
  const [announced, setAnnounced] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(still), STILL_MS)
    return () => clearTimeout(timer)
  }, [still])
  return (
    <div
      role="log"
      aria-label="Transcrição"
      aria-relevant="additions"
      aria-live={announced === still ? 'polite' : 'off'}
    >
      {children}
    </div>
  )
}

const holds = (rows: readonly Row[], id: string): boolean => rows.some(({ entry }) => entry?.id === id)

/** The line that an element belongs to, by its id. */
const entryAt = (element: EventTarget | null): string | null =>
  (element instanceof Element && element.closest<HTMLElement>('[data-entry]')?.dataset.entry) || null

type BlockProps = {
  rows: readonly Row[]
  /** The search text to highlight. */
  query: string
  /**
   * The current search match, the tab stop, the line under the pointer and the playing line, if they are in this block.
   */
  current: string | undefined
  reachable: string | undefined
  pointed: string | undefined
  hearing: string | undefined
  actions: LineActions | undefined
  edit: EditLine
  live: boolean
  showTimes: boolean
  canHear: Playback['canHear'] | undefined
  hear: Playback['hear']
}

/** A block of lines: skips layout out of sight and renders only for its own changes. */
const TranscriptBlock = memo(function TranscriptBlock(props: BlockProps) {
  const { rows, query, current, reachable, pointed, hearing, actions, edit, live, showTimes, canHear, hear } = props
  return (
    <div className="flex flex-col gap-0.5 [contain-intrinsic-size:auto_1650px] [content-visibility:auto] lg:[contain-intrinsic-size:auto_1100px]">
      {rows.map((row) => {
        const { entry, gap } = row
        if (gap) return <GapLine key={keyOf(row)} gap={gap} />
        const { id } = entry
        const open = id === hearing || id === reachable || id === pointed
        return (
          <TranscriptLine
            key={id}
            entry={entry}
            query={query}
            found={id === current}
            actions={open ? actions : undefined}
            edit={edit}
            live={live}
            showTime={showTimes}
            hear={open && canHear?.(entry) ? hear : undefined}
            hearing={id === hearing}
            tabIndex={actions && (id === reachable ? 0 : -1)}
          />
        )
      })}
    </div>
  )
}, isSame)

function isSame(before: BlockProps, after: BlockProps): boolean {
  const { rows: beforeRows, ...beforeRest } = before
  const { rows, ...rest } = after
  return (
    rows.length === beforeRows.length &&
    rows.every(({ entry, gap }, at) => entry === beforeRows[at]?.entry && gap === beforeRows[at]?.gap) &&
    (Object.keys(rest) as (keyof typeof rest)[]).every((key) => Object.is(rest[key], beforeRest[key]))
  )
}

function GapLine({ gap }: { gap: Gap }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is one by role, see above.
    <div
      role="listitem"
      className={cx(
        'flex items-center gap-2.5 px-2.5 py-2 text-sm text-warn',
        'before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
      )}
    >
      {gapLabel(gap)}
    </div>
  )
}

/** The range of the list's children within the window, with one extra on each side. */
function useNearBlocks(list: RefObject<HTMLElement | null>, on: boolean): readonly [from: number, to: number] {
  const [near, setNear] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    if (!on) return
    let frameRequest = 0
    const look = () => {
      frameRequest = 0
      const blocks = list.current?.children
      if (!blocks) return
      const from = firstBelow(blocks, 0) - 1
      const to = firstBelow(blocks, innerHeight) + 2
      setNear((current) => (current[0] === from && current[1] === to ? current : [from, to]))
    }
    const later = () => {
      frameRequest ||= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', later, { passive: true, capture: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frameRequest)
      removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [list, on])
  return near
}

/** Returns the first block whose lower edge is below `y`. Blocks are sorted: binary search. */
function firstBelow(blocks: HTMLCollection, y: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle] as Element).getBoundingClientRect().bottom > y) high = middle
    else low = middle + 1
  }
  return low
}
