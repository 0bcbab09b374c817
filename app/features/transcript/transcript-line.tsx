import { CircleCheck, CircleDashed, Copy, Pencil, Square, Volume2 } from 'lucide-react'
import { Fragment, memo, useRef, useState } from 'react'
import { copyAndTell } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { timerLabel } from '#domain/recorder/elapsed.ts'
import { isTyped, type Speaker, type TranscriptEntry } from '#domain/transcript/entry.ts'
import { matchRanges, speakerLabel } from '#domain/transcript/transcript.ts'
import { LineEditor } from './line-editor.tsx'

export type LineActions = {
  copy: (entry: TranscriptEntry) => void
  /** Until the record is signed. */
  setSpeaker?: (entry: TranscriptEntry, speaker: Speaker | null) => void
  /** Until the record is signed. */
  edit?: EditLine
}
export type EditLine = {
  /** Resolves to null once the text is stored, else to the reason why it is not. */
  save: (entry: TranscriptEntry, text: string) => Promise<string | null>
  /** The doctor no longer wants a text that waits. */
  giveUp?: (entry: TranscriptEntry) => void
  /** The end of the consultation closes a field that was not saved. */
  leave?: (entry: TranscriptEntry, text: string) => void
}

/** The audio on this device. */
export type Playback = {
  canHear: (entry: TranscriptEntry) => boolean
  /** Plays the line; a second call stops it. */
  hear: (entry: TranscriptEntry) => void
  /** The id of the playing line. */
  hearing: string | null
}

export const speakerColors: Record<Speaker, string> = { doctor: 'text-doctor', patient: 'text-patient' }

type Props = {
  entry: TranscriptEntry
  /** The search text to highlight. */
  query: string
  /** True for the current match of the search. */
  found?: boolean
  /** Its buttons; only the tab stop and the line under the pointer have them. */
  actions?: LineActions | undefined
  /** Always given, unlike the buttons: a field stays open while another line has them. */
  edit?: EditLine
  /** The consultation runs: a correction waits on this device for its connection. */
  live?: boolean
  tabIndex?: number | undefined
  showTime?: boolean
  /** Set if the line can be played. */
  hear?: Playback['hear'] | undefined
  /** True while it plays. */
  hearing?: boolean
}

const line = 'relative grid grid-cols-trailing gap-x-3 gap-y-0.5 rounded-s px-2.5 py-(--line-pad) lg:items-baseline'
export const lineGrid = (showTime: boolean): string =>
  cx(line, showTime ? 'lg:grid-cols-line-wide' : 'lg:grid-cols-line-untimed')

/**
 * One line with time, speaker and text. Partial and final lines share one layout, so that a final line moves nothing.
 */
export const TranscriptLine = memo(function TranscriptLine({
  entry,
  query,
  found = false,
  actions,
  edit,
  live = false,
  tabIndex,
  showTime = true,
  hear,
  hearing = false,
}: Props) {
  const { speaker, isPartial } = entry
  const [showsOriginal, setShowsOriginal] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const unsure = speaker !== undefined && entry.speaker_origin === 'guess'
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is one by role, see transcript-list.tsx.
    <div
      ref={row}
      role="listitem"
      data-entry={isPartial ? undefined : entry.id}
      tabIndex={tabIndex}
      className={cx(
        'group',
        lineGrid(showTime),
        !isPartial && 'hover:bg-sunken focus-within:bg-sunken',
        found && 'bg-sunken shadow-[inset_2px_0_0_var(--accent)]',
        isPartial && 'text-ink-3',
      )}
    >
      <span className="flex items-center gap-1.5 text-xs text-ink-3 max-lg:col-start-2 max-lg:row-start-1">
        {showTime && <time>{timerLabel(entry.start_ms)}</time>}
        {isPartial ? (
          <CircleDashed role="img" aria-label="Parcial" className="size-3.5 shrink-0" />
        ) : (
          <CircleCheck role="img" aria-label="Final" className="size-3.5 shrink-0 text-line-strong" />
        )}
      </span>
      <span
        title={unsure ? 'Sugestão: confirme ou corrija' : undefined}
        className={cx(
          'text-xs max-lg:col-start-1 max-lg:row-start-1',
          speaker ? cx(speakerColors[speaker], 'font-heavy') : 'font-medium text-ink-3',
        )}
      >
        {speakerLabel(speaker)}
        {unsure && (
          <>
            <span aria-hidden> ?</span>
            <span className="sr-only"> (sugestão)</span>
          </>
        )}
      </span>
      {isEditing && edit ? (
        <LineEditor
          text={entry.text}
          save={(text) => edit.save(entry, text)}
          onGiveUp={() => edit.giveUp?.(entry)}
          onLeave={(text) => edit.leave?.(entry, text)}
          isKept={live}
          onClose={(hadFocus) => {
            if (hadFocus) row.current?.focus()
            setIsEditing(false)
          }}
        />
      ) : (
        <LineText entry={entry} query={query} showsOriginal={showsOriginal} />
      )}
      {actions && !isPartial && !isEditing && (
        <Actions
          entry={entry}
          actions={actions}
          hear={hear}
          hearing={hearing}
          showsOriginal={showsOriginal}
          onOriginal={() => setShowsOriginal(!showsOriginal)}
          onEdit={() => setIsEditing(true)}
        />
      )}
    </div>
  )
})

const lineMark = 'ml-2 text-xs whitespace-nowrap text-ink-3'
const originalLabel = (entry: TranscriptEntry): string =>
  isTyped(entry) ? 'Como foi digitado' : 'Como foi reconhecido'

type LineTextProps = Pick<Props, 'entry' | 'query'> & { showsOriginal: boolean }

function LineText({ entry, query, showsOriginal }: LineTextProps) {
  return (
    <span className="text-(length:--line-text) leading-normal whitespace-pre-line wrap-anywhere max-lg:col-span-2">
      <MarkedText text={entry.text} query={query} />
      {isTyped(entry) && <span className={lineMark}>digitada</span>}
      {entry.original && <span className={lineMark}>corrigida</span>}
      {entry.isPartial && (
        // Takes no space: the final line breaks at the same place.
        <i aria-hidden className="relative inline-block">
          <i className="absolute -bottom-0.5 left-1 h-4 w-2 rounded-xs bg-accent opacity-55" />
        </i>
      )}
      {showsOriginal && entry.original && (
        <span className="block text-xs text-ink-3">
          {originalLabel(entry)}: {entry.original}
        </span>
      )}
    </span>
  )
}

const choices: { speaker: Speaker | null; label: string }[] = [
  { speaker: 'doctor', label: 'Médico' },
  { speaker: 'patient', label: 'Paciente' },
  { speaker: null, label: 'Limpar' },
]
const small =
  'h-6.5 rounded-s px-1.75 text-xs font-semibold text-ink-2 hover:bg-line aria-pressed:text-ink aria-pressed:underline aria-pressed:underline-offset-4 pointer-coarse:h-11 pointer-coarse:px-3'

type ActionsProps = Pick<Props, 'entry' | 'hear' | 'hearing'> & {
  actions: LineActions
  showsOriginal: boolean
  /** Shows or hides the recogniser's own words. */
  onOriginal: () => void
  onEdit: () => void
}

/** Visible on the line with the pointer or the focus; on a phone after touching the line. */
function Actions({ entry, actions, hear, hearing, showsOriginal, onOriginal, onEdit }: ActionsProps) {
  const { setSpeaker } = actions
  return (
    <span
      // The log would announce the buttons each time they appear.
      aria-live="off"
      className={cx(
        'flex flex-wrap items-center gap-0.5 max-lg:col-span-2 lg:absolute lg:right-2 lg:z-10 lg:flex-nowrap lg:rounded-s lg:border lg:border-line lg:bg-surface lg:px-0.5 lg:shadow-raised',
        // Between two lines, so that it covers no words; above the block it would be clipped.
        'lg:-top-3.75 lg:group-first:top-1',
        !hearing &&
          'max-lg:hidden max-lg:group-focus-within:flex lg:pointer-events-none lg:opacity-0 lg:group-focus-within:pointer-events-auto lg:group-focus-within:opacity-100 lg:group-hover:pointer-events-auto lg:group-hover:opacity-100',
      )}
    >
      {setSpeaker &&
        choices.map(({ speaker, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={speaker === null ? undefined : entry.speaker === speaker}
            disabled={speaker === null && entry.speaker === undefined}
            onClick={({ currentTarget }) => {
              setSpeaker(entry, speaker)
              // The button disappears with the speaker: the focus moves to the line.
              if (speaker === null) currentTarget.closest<HTMLElement>('[data-entry]')?.focus()
            }}
            className={cx(small, 'disabled:hidden')}
          >
            {label}
          </button>
        ))}
      {hear && (
        <button
          type="button"
          aria-pressed={hearing}
          onClick={() => hear(entry)}
          className={cx(small, 'inline-flex items-center gap-1')}
        >
          {hearing ? <Square aria-hidden className="size-3.25" /> : <Volume2 aria-hidden className="size-3.75" />}
          Ouvir
        </button>
      )}
      {entry.original && (
        <button
          type="button"
          title={originalLabel(entry)}
          aria-expanded={showsOriginal}
          onClick={onOriginal}
          className={small}
        >
          Original
        </button>
      )}
      {actions.edit && (
        <button
          type="button"
          aria-label="Corrigir esta fala"
          title="Corrigir"
          onClick={onEdit}
          className={cx(small, 'inline-grid place-items-center')}
        >
          <Pencil aria-hidden className="size-3.75" />
        </button>
      )}
      <button
        type="button"
        aria-label="Copiar esta fala"
        title="Copiar"
        onClick={() => actions.copy(entry)}
        className={cx(small, 'inline-grid place-items-center')}
      >
        <Copy aria-hidden className="size-3.75" />
      </button>
    </span>
  )
}

/** The text with the matches of the search highlighted, ignoring accents and case. */
function MarkedText({ text, query }: { text: string; query: string }) {
  const ranges = query ? matchRanges(text, query) : []
  if (ranges.length === 0) return text
  let end = 0
  const parts = ranges.map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

export const copyEntry = (entry: TranscriptEntry) => void copyAndTell(entry.text)
