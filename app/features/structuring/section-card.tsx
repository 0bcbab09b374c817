import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { ApiFailure } from '#app/lib/api.ts'
import { Button } from '#app/ui/button.tsx'
import { useDiscardQuestion } from '#app/ui/discard-changes.tsx'
import { Textarea } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { LOW_CONFIDENCE_ADVICE } from '#domain/record/confidence.ts'
import type { SectionReply } from '#domain/record/contract.ts'
import type { Section } from '#domain/record/record.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { saveSection } from './calls.ts'
import { ConfidenceBadge, isEmpty } from './confidence.tsx'
import { Proof } from './proof.tsx'
import { SentenceText } from './sentence-text.tsx'

type Props = {
  section: Section
  /** Its text while it is edited. */
  draft: string | null
  changed: boolean
  onDraft: (draft: string | null) => void
  entries: ReadonlyMap<string, TranscriptEntry>
  selected: number | null
  onSelect: (sentence: number | null) => void
  onSaved: (change: SectionReply) => void
  onShowOriginal: () => void
}

export function SectionCard(props: Props) {
  const { section, draft, changed, onDraft, entries, selected, onSelect, onSaved, onShowOriginal } = props
  const [busy, setBusy] = useState(false)
  const [suggesting, setSuggesting] = useState(false)
  const discard = useDiscardQuestion(changed)
  const chosen = selected === null ? null : (section.sentences[selected] ?? null)
  const empty = isEmpty(section)

  async function save() {
    if (draft === null) return
    setBusy(true)
    try {
      onSaved(await saveSection(section.id, draft.trim()))
      onDraft(null)
    } catch (failure) {
      toast.error(`Erro ao atualizar seção: ${failure instanceof ApiFailure ? failure.message : 'Erro desconhecido'}`)
    } finally {
      setBusy(false)
    }
  }

  /** Escape ends this edit only, not the dialog around the record. */
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (!busy) discard.ask(() => onDraft(null))
  }

  return (
    <section
      id={`secao-${section.key}`}
      aria-labelledby={`titulo-${section.id}`}
      className="scroll-mt-20 border-t border-line py-4 first:border-0 first:pt-0"
    >
      <header className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={`titulo-${section.id}`} className="text-[13.5px] font-[650] text-ink-2">
          {section.title}
        </h2>
        {!empty && <ConfidenceBadge section={section} />}
        <span className="-mr-2 ml-auto flex flex-wrap">
          {section.suggestions.length > 0 && (
            <Button variant="quiet" size="sm" aria-expanded={suggesting} onClick={() => setSuggesting(!suggesting)}>
              Sugestões {section.suggestions.length}
            </Button>
          )}
          {section.original_content !== '' && (
            <Button
              variant="quiet"
              size="sm"
              onClick={onShowOriginal}
              aria-label={`Conteúdo original de ${section.title}`}
            >
              Original
            </Button>
          )}
          {section.editable && draft === null && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => onDraft(section.content)}
              aria-label={`Editar ${section.title}`}
            >
              Editar
            </Button>
          )}
        </span>
      </header>

      {section.confidence === 'low' && !empty && (
        <div className="mb-3 flex gap-2.5 rounded-m bg-rec-soft px-3.5 py-2.5 text-[14px]">
          <TriangleAlert aria-hidden className="mt-0.5 size-[17px] shrink-0 text-rec" />
          <p>
            <b className="block font-semibold">Atenção: Baixa confiança na estruturação</b>
            {LOW_CONFIDENCE_ADVICE}
          </p>
        </div>
      )}

      {draft !== null ? (
        <fieldset onKeyDown={onKey} className="flex min-w-0 flex-col gap-2">
          <Textarea
            aria-label={section.title}
            rows={Math.min(14, Math.max(4, Math.ceil(draft.length / 70)))}
            className="font-serif text-[18px] leading-[1.6]"
            autoFocus
            value={draft}
            onChange={(event) => onDraft(event.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button size="sm" onClick={() => onDraft(null)} disabled={busy}>
              Cancelar
            </Button>
            <Button size="sm" variant="primary" onClick={save} busy={busy} disabled={draft.trim() === ''}>
              Salvar
            </Button>
          </div>
        </fieldset>
      ) : empty ? (
        <p className="text-ink-3">Nenhum conteúdo estruturado encontrado para esta seção.</p>
      ) : (
        <>
          <SentenceText
            section={section}
            selected={selected}
            onSelect={(sentence) => onSelect(sentence === selected ? null : sentence)}
          />
          {chosen && (
            <div className="mt-3 rounded-m border border-line bg-sunken p-4 @min-[860px]:hidden">
              <h3 className="mb-2 text-[14px] font-[650]">O que comprova esta frase</h3>
              <Proof sentence={chosen} entries={entries} />
            </div>
          )}
        </>
      )}

      {suggesting && section.suggestions.length > 0 && (
        <ul
          aria-label={`Sugestões para ${section.title}`}
          className="mt-3 divide-y divide-line rounded-m bg-sunken px-4"
        >
          {section.suggestions.map((suggestion) => (
            <li key={suggestion} className="flex items-center gap-3 py-2 text-[14.5px]">
              <span className="min-w-0 flex-1 wrap-anywhere">{suggestion}</span>
              {draft !== null && (
                <Button size="sm" onClick={() => onDraft([draft.trimEnd(), suggestion].filter(Boolean).join(' '))}>
                  Aplicar
                </Button>
              )}
            </li>
          ))}
          {draft === null && section.editable && (
            <li className="py-2 text-[13.5px] text-ink-3">Toque em Editar para aplicar uma sugestão.</li>
          )}
        </ul>
      )}
      {discard.question}
    </section>
  )
}
