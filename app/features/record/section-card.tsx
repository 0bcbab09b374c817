import { Pencil, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { hasShortcuts } from '#app/lib/keyboard.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { closeOnEscape } from '#app/ui/focus.ts'
import { LOW_CONFIDENCE_ADVICE } from '#domain/record/proof/confidence.ts'
import { isRecordReady } from '#domain/record/proof/suggestions.ts'
import { needsLook, type Section, type Sentence } from '#domain/record/record.ts'
import { ConfidenceBadge, isEmpty } from './confidence.tsx'
import { type Mark, markOf, OMITTED, OMITTED_TITLE, sectionAnchor, sentenceId } from './marks.ts'
import { partsOf } from './parts.ts'
import { ProofSheet } from './proof-lines.tsx'
import { SectionEdit } from './section-edit.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  section: Section
  work: RecordWork
  /** The proof of the selected sentence. */
  proof: ReactNode
  /** Below the text. */
  children?: ReactNode
  onShowOriginal: () => void
}

export function SectionCard({ section, work, proof, children, onShowOriginal }: Props) {
  const { drafts, selected, select } = work
  const [suggesting, setSuggesting] = useState(false)
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
      />

      {head.confidence === 'low' && !empty && section.editable && <LowConfidence />}

      {writing ? (
        <SectionEdit section={section} work={work} />
      ) : empty ? (
        <p className="text-ink-3">Nenhum conteúdo estruturado encontrado para esta seção.</p>
      ) : (
        <>
          <SentenceText
            section={section}
            selected={chosen}
            onSelect={(sentence) => select(sentence === null ? null : { section: section.id, sentence })}
            onSeen={editable ? seen : undefined}
          />
          {chosen !== null && (
            <ProofSheet of={sentenceId({ section: section.id, sentence: chosen })} onClose={() => select(null)}>
              {proof}
            </ProofSheet>
          )}
        </>
      )}

      {editable && suggesting && suggestions.length > 0 && (
        <Suggestions section={section} work={work} writing={writing} />
      )}
      {children}
    </section>
  )
}

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
}

function SectionHeader(props: HeaderProps) {
  const { section, head, canEdit, suggestions, suggesting, onSuggesting, onEdit, onShowOriginal } = props
  return (
    <header className="mb-2 flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
      <h2 id={`titulo-${section.id}`} className="text-sm font-heavy text-ink-2">
        {section.title}
      </h2>
      {!isEmpty(head) && <ConfidenceBadge section={head} />}
      {!isEmpty(head) && head.sentences.some(({ proof }) => proof === 'doctor') && (
        <span title="O que você escreveu está sublinhado" className="inline-flex items-center gap-1 text-xs text-ink-3">
          <Pencil aria-hidden className="size-3" />
          Editada
        </span>
      )}
      <span className="-mr-2 ml-auto flex flex-wrap">
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

const LowConfidence = () => (
  <div className="mb-3 flex gap-2.5 rounded-m bg-rec-soft px-3.5 py-2.5 text-sm">
    <TriangleAlert aria-hidden className="mt-0.5 size-4.25 shrink-0 text-rec" />
    <p>
      <b className="block font-semibold">Atenção: Baixa confiança na estruturação</b>
      {LOW_CONFIDENCE_ADVICE}
    </p>
  </div>
)

type SuggestionsProps = { section: Section; work: RecordWork; writing: boolean }

function Suggestions({ section, work, writing }: SuggestionsProps) {
  const { store } = work.drafts
  const { suggestions } = section

  function apply(suggestion: string) {
    const text = store.get(section.key)?.text ?? section.content
    store.write(section.key, [text.trimEnd(), suggestion].filter(Boolean).join(' '))
  }

  return (
    <ul aria-label={`Sugestões para ${section.title}`} className="mt-3 divide-y divide-line rounded-m bg-sunken px-4">
      {suggestions.map((suggestion) => (
        <li key={suggestion} className="flex items-center gap-3 py-2 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">{suggestion}</span>
          {writing && isRecordReady(suggestion) && (
            <Button size="sm" aria-label={`Aplicar: ${suggestion}`} onClick={() => apply(suggestion)}>
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
      {!writing && suggestions.some(isRecordReady) && (
        <li className="py-2 text-sm text-ink-3">Toque em Editar para aplicar uma sugestão.</li>
      )}
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
}

/** The record as running text: touching a sentence shows its proof. */
function SentenceText({ section, selected, onSelect, onSeen }: SentenceTextProps) {
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
