import type { KeyboardEvent } from 'react'
import { hasShortcuts } from '#app/lib/keyboard.ts'
import { cx } from '#app/ui/cx.ts'
import { closeOnEscape } from '#app/ui/escape.ts'
import { needsLook, type Section, type Sentence } from '#domain/record/record.ts'
import { type Mark, markOf, sentenceId } from './marks.ts'
import { partsOf } from './parts.ts'

const lines: Record<NonNullable<Mark>, string> = {
  none: 'underline decoration-wavy decoration-2 underline-offset-4',
  flagged: 'underline decoration-dotted decoration-2 underline-offset-4',
  doctor: 'underline decoration-1 underline-offset-4',
}
const colors: Record<NonNullable<Mark>, string> = {
  none: 'decoration-rec',
  flagged: 'decoration-warn',
  doctor: 'decoration-line-strong',
}
const spoken: Record<NonNullable<Mark>, string> = {
  none: 'sem comprovação',
  flagged: 'para conferir',
  doctor: 'escrita pelo médico',
}

const selectedLook = 'bg-accent-soft ring-3 ring-accent-soft'
/** A checked sentence loses the colour and keeps its line: it is still unproven. */
const alarm = 'bg-rec-soft ring-2 ring-rec-soft'

const lookOf = (sentence: Sentence, on: boolean): string => {
  const mark = markOf(sentence)
  return cx(
    mark && lines[mark],
    mark && (sentence.seen ? 'decoration-line-strong' : colors[mark]),
    on ? selectedLook : mark === 'none' && !sentence.seen ? alarm : 'hover:bg-accent-soft',
  )
}

function spokenMark(sentence: Sentence): string {
  const mark = markOf(sentence)
  if (!mark) return ''
  return ` (${spoken[mark]}${mark !== 'doctor' && sentence.seen ? ', conferida' : ''})`
}

type Props = {
  section: Section
  selected: number | null
  onSelect: (sentence: number | null) => void
  /** Marks a sentence as seen; absent if the record can no longer change. */
  onSeen?: ((sentence: number) => void) | undefined
}

/** The record as running text: touching a sentence shows its proof. */
export function SentenceText({ section, selected, onSelect, onSeen }: Props) {
  function onKey(event: KeyboardEvent, index: number, sentence: Sentence) {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    closeOnEscape(selected !== null, () => onSelect(null))(event)
    if (key === 'Enter' || key === ' ') onSelect(index === selected ? null : index)
    else if (key.toLowerCase() === 'c' && hasShortcuts() && onSeen && needsLook(sentence)) onSeen(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <p className="max-w-measure-lg font-serif text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
      {partsOf(section).map((part, index) => {
        const at = part.sentence
        const sentence = at === null ? undefined : section.sentences[at]
        if (at === null || !sentence) return part.text
        const on = selected === at
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button element cannot break across lines as running text does.
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
            key={index}
            id={sentenceId({ section: section.id, sentence: at })}
            role="button"
            tabIndex={0}
            aria-pressed={on}
            aria-keyshortcuts={onSeen && needsLook(sentence) ? 'C' : undefined}
            onClick={() => onSelect(on ? null : at)}
            onKeyDown={(event) => onKey(event, at, sentence)}
            className={cx(
              'cursor-pointer scroll-my-28 rounded-xs box-decoration-clone py-0.75 transition-colors duration-150',
              lookOf(sentence, on),
            )}
          >
            {part.text}
            {spokenMark(sentence) && <span className="sr-only">{spokenMark(sentence)}</span>}
          </span>
        )
      })}
    </p>
  )
}
