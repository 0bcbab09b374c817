import { memo } from 'react'
import { cx } from '#app/ui/cx.ts'
import { type Gap, gapLabel } from '#domain/consultation/gap.ts'
import { keyOf, type Row } from './blocks.ts'
import { type LineActions, type Playback, TranscriptLine } from './transcript-line.tsx'

type Props = {
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
  showTimes: boolean
  canHear: Playback['canHear'] | undefined
  hear: Playback['hear']
}

/** A block of lines: skips layout out of sight and renders only for its own changes. */
export const TranscriptBlock = memo(function TranscriptBlock(props: Props) {
  const { rows, query, current, reachable, pointed, hearing, actions, showTimes, canHear, hear } = props
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

function isSame(before: Props, after: Props): boolean {
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
    // biome-ignore lint/a11y/useSemanticElements: its list is one by role, see transcript-list.tsx.
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
