import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useFormat } from '#app/lib/format.tsx'
import { hasShortcuts, isTouchScreen } from '#app/lib/keyboard.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { closeOnEscape } from '#app/ui/focus.ts'
import { isRecordReady } from '#domain/record/proof/suggestions.ts'
import { needsLook, type Section, type Sentence } from '#domain/record/record.ts'
import { ConfidenceBadge, isEmpty, LowConfidence } from './confidence.tsx'
import { type Mark, markOf, OMITTED, OMITTED_TITLE, sectionAnchor, sentenceId } from './marks.ts'
import { partsOf } from './parts.ts'
import { ProofSheet } from './proof-lines.tsx'
import { SectionEdit } from './section-edit.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  section: Section
  work: RecordWork
  /** Whether this card shows the alert for low confidence. The record shows one alert for several sections. */
  alertsLow: boolean
  /** The proof of the selected sentence. */
  proof: ReactNode
  /** Below the text. */
  children?: ReactNode
  onShowOriginal: () => void
}

export function SectionCard({ section, work, alertsLow, proof, children, onShowOriginal }: Props) {
  const { drafts, selected, select } = work
  const format = useFormat()
  const [suggesting, setSuggesting] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const { store } = drafts
  const chosen = selected?.section === section.id ? selected.sentence : null
  const editable = section.editable && !work.isLocked
  const writing = section.editable && drafts.isOpen(section)
  // Autosave must not move the header while the doctor writes: it keeps its state from before the edit.
  const before = useRef(section)
  if (!writing) before.current = section
  const head = before.current
  const empty = isEmpty(head)
  const { suggestions } = section

  const markedAt = (index: number, sentence: Sentence) => ({
    place: { section: section.id, sentence: index },
    section,
    sentence,
  })
  function seen(index: number) {
    const marked = work.unchecked.find(({ place }) => place.section === section.id && place.sentence === index)
    if (marked) void work.seen(marked)
  }

  return (
    <section
      id={sectionAnchor(section)}
      tabIndex={-1}
      onKeyDown={closeOnEscape(suggesting, () => setSuggesting(false))}
      aria-labelledby={`titulo-${section.id}`}
      className="scroll-mt-28 border-t border-line py-4 outline-none first:border-0 first:pt-0"
    >
      <SectionHeader
        section={section}
        head={head}
        canEdit={editable && !writing}
        suggestions={editable ? suggestions.length : 0}
        suggesting={suggesting}
        onSuggesting={() => setSuggesting(!suggesting)}
        onEdit={() => store.begin(section.key)}
        onShowOriginal={onShowOriginal}
        saved={savedAt !== null && !writing ? `Salvo ${format.time(savedAt)}` : ''}
      />

      {alertsLow && head.confidence === 'low' && !empty && section.editable && <LowConfidence />}

      {writing ? (
        <SectionEdit section={section} work={work} onSaved={() => setSavedAt(Date.now())} />
      ) : empty ? (
        <NotInformed title={section.title} onWrite={editable ? () => store.begin(section.key) : undefined} />
      ) : (
        <SentenceText
          section={section}
          selected={chosen}
          onSelect={(sentence) => select(sentence === null ? null : { section: section.id, sentence })}
          onSeen={editable ? seen : undefined}
          onEdit={editable ? (index, sentence, offset) => work.correct(markedAt(index, sentence), offset) : undefined}
        />
      )}
      {!writing && !empty && chosen !== null && (
        <ProofSheet of={sentenceId({ section: section.id, sentence: chosen })} onClose={() => select(null)}>
          {proof}
        </ProofSheet>
      )}

      {editable && suggesting && suggestions.length > 0 && <Suggestions section={section} work={work} />}
      {children}
    </section>
  )
}

/** An empty section. Touching it begins to write. */
const NotInformed = ({ title, onWrite }: { title: string; onWrite: (() => void) | undefined }) =>
  onWrite ? (
    <button
      type="button"
      aria-label={`${title}: não informado. Escrever`}
      onClick={onWrite}
      className="w-full cursor-text rounded-s py-0.75 text-left font-serif text-lg leading-relaxed text-ink-3 hover:bg-accent-soft hover:text-ink"
    >
      Não informado
    </button>
  ) : (
    <p className="font-serif text-lg leading-relaxed text-ink-3">Não informado</p>
  )

type HeaderProps = {
  section: Section
  /** The section to describe: during an edit, as it was before. */
  head: Section
  canEdit: boolean
  /** How many suggestions can be shown. */
  suggestions: number
  suggesting: boolean
  onSuggesting: () => void
  onEdit: () => void
  onShowOriginal: () => void
  /** When the last edit was saved, as text. */
  saved: string
}

function SectionHeader(props: HeaderProps) {
  const { section, head, canEdit, suggestions, suggesting, onSuggesting, onEdit, onShowOriginal, saved } = props
  return (
    <header className="mb-2 flex min-h-8 items-center gap-x-2.5">
      {/* A badge goes below a long title, not the buttons. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={`titulo-${section.id}`} className="text-sm font-heavy text-ink-2">
          {section.title}
        </h2>
        {!isEmpty(head) && <ConfidenceBadge section={head} />}
        {!isEmpty(head) && head.sentences.some(({ proof }) => proof === 'doctor') && (
          <span
            title="O que você escreveu está sublinhado"
            className="inline-flex items-center gap-1 text-xs text-ink-3"
          >
            <Pencil aria-hidden className="size-3" />
            Editada
          </span>
        )}
        <span role="status" className="text-xs text-ink-3">
          {saved}
        </span>
      </div>
      <span className="-mr-2 flex shrink-0">
        {suggestions > 0 && (
          <Button variant="quiet" size="sm" aria-expanded={suggesting} onClick={onSuggesting}>
            Sugestões {suggestions}
          </Button>
        )}
        {head.original_content !== '' && head.original_content !== head.content && (
          <Button
            variant="quiet"
            size="sm"
            onClick={onShowOriginal}
            aria-label={`Conteúdo original de ${section.title}`}
          >
            Original
          </Button>
        )}
        {canEdit && (
          <Button variant="quiet" size="sm" onClick={onEdit} aria-label={`Editar ${section.title}`}>
            Editar
          </Button>
        )}
      </span>
    </header>
  )
}

type SuggestionsProps = { section: Section; work: RecordWork }

/** One tap writes a suggestion into the section. */
function Suggestions({ section, work }: SuggestionsProps) {
  return (
    <ul
      aria-label={`Sugestões para ${section.title}`}
      className="mt-3 divide-y divide-line rounded-m bg-sunken px-4"
      // A button here writes into the open edit: pressing it must not leave the edit.
      onMouseDown={(event) => event.preventDefault()}
    >
      {section.suggestions.map((suggestion) => (
        <li key={suggestion} className="flex items-center gap-3 py-2 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">{suggestion}</span>
          {isRecordReady(suggestion) && (
            <Button
              size="sm"
              aria-label={`Aplicar: ${suggestion}`}
              busy={work.busy === `append ${section.id} ${suggestion}`}
              onClick={() => work.append(section, suggestion)}
            >
              Aplicar
            </Button>
          )}
          {!isRecordReady(suggestion) && work.record.omissions.length > 0 && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Ver em ${OMITTED_TITLE}: ${suggestion}`}
              onClick={() => work.show(OMITTED)}
            >
              Ver o que foi dito
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

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

type SentenceTextProps = {
  section: Section
  selected: number | null
  onSelect: (sentence: number | null) => void
  /** Marks a sentence as seen; absent if the record can no longer change. */
  onSeen?: ((sentence: number) => void) | undefined
  /** Edits a sentence with the cursor behind its `offset` characters, by default at its end. Absent likewise. */
  onEdit?: ((index: number, sentence: Sentence, offset?: number) => void) | undefined
}

/**
 * The number of characters of the clicked element before the click. Null where the click selected text, which is no
 * wish to edit.
 */
function clickedOffset({ currentTarget }: MouseEvent): number | null {
  const selection = getSelection()
  if (!selection?.isCollapsed) return null
  const inside = selection.anchorNode && currentTarget.contains(selection.anchorNode)
  return inside ? selection.anchorOffset : Number.POSITIVE_INFINITY
}

/**
 * The record as running text. A click shows the sentence's proof and edits it. A touch or Enter shows the proof first,
 * because an edit would cover it with the keyboard; the second one edits.
 */
function SentenceText({ section, selected, onSelect, onSeen, onEdit }: SentenceTextProps) {
  function onClick(event: MouseEvent, index: number, sentence: Sentence) {
    const on = selected === index
    const offset = clickedOffset(event)
    if (!onEdit) return onSelect(on ? null : index)
    if (offset === null) return
    // A click without a pointer comes from a screen reader.
    if ((isTouchScreen() || event.detail === 0) && !on) return onSelect(index)
    onEdit(index, sentence, Math.min(offset, sentence.text.length))
  }
  function onKey(event: KeyboardEvent, index: number, sentence: Sentence) {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    closeOnEscape(selected !== null, () => onSelect(null))(event)
    if (key === 'Enter' && index === selected && onEdit) onEdit(index, sentence)
    else if (key === 'Enter' || key === ' ') onSelect(index === selected ? null : index)
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
            onClick={(event) => onClick(event, at, sentence)}
            onKeyDown={(event) => onKey(event, at, sentence)}
            className={cx(
              onEdit ? 'cursor-text' : 'cursor-pointer',
              'scroll-my-28 rounded-xs box-decoration-clone py-0.75 transition-colors duration-150',
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
