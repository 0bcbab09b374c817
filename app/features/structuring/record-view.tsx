import { TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { formatPercent } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { SectionReply } from '#domain/record/contract.ts'
import type { Section, StructuredRecord } from '#domain/record/record.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { validateRecord } from './calls.ts'
import { ConfidenceDot, isEmpty } from './confidence.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Proof } from './proof.tsx'
import { RecordText, type useRecordText } from './record-text.tsx'
import { SectionCard } from './section-card.tsx'
import { useSectionDrafts } from './section-drafts.ts'

type Selected = { section: string; sentence: number } | null
type Props = {
  record: StructuredRecord
  entries: readonly TranscriptEntry[]
  text: ReturnType<typeof useRecordText>
  onChange: (record: StructuredRecord) => void
  /** Told whether closing now would lose what was written. */
  onUnsaved?: (unsaved: boolean) => void
}

/** The record as a document: contents at the left, the text, and at the right what proves it and what to check. */
export function RecordView({ record, entries, text, onChange, onUnsaved }: Props) {
  const [selected, setSelected] = useState<Selected>(null)
  const [original, setOriginal] = useState<Section | null>(null)
  const issues = useIssues(record)
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  const sections = [...record.sections].sort((a, b) => a.order - b.order)
  const chosen = selected && (sections.find(({ id }) => id === selected.section)?.sentences[selected.sentence] ?? null)

  const drafts = useSectionDrafts(sections)
  const unsaved = drafts.anyChanged || text.unsaved
  useEffect(() => {
    onUnsaved?.(unsaved)
    return () => onUnsaved?.(false)
  }, [unsaved, onUnsaved])

  function saved({ section, ...change }: SectionReply) {
    setSelected(null)
    onChange({
      ...record,
      ...change,
      sections: record.sections.map((other) => (other.id === section.id ? section : other)),
    })
  }

  const toComplete = <Points title="Para completar" items={issues} />
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @min-[860px]:grid-cols-[minmax(0,760px)_minmax(260px,340px)] @min-[860px]:justify-center @min-[1180px]:grid-cols-[200px_minmax(0,760px)_minmax(260px,340px)] @min-[1180px]:gap-8">
        <Contents sections={sections} />
        <div className="min-w-0">
          <Card className="px-4 py-5 sm:px-8 sm:py-7 lg:px-12">
            {sections.length === 0 && (
              <EmptyState title="Nenhuma seção foi criada">
                Revise a transcrição e faça uma nova estruturação.
              </EmptyState>
            )}
            {sections.map((section) => (
              <SectionCard
                key={section.id}
                section={section}
                draft={drafts.of(section)}
                changed={drafts.changed(section)}
                onDraft={(draft) => drafts.set(section, draft)}
                entries={byId}
                selected={selected?.section === section.id ? selected.sentence : null}
                onSelect={(sentence) => setSelected(sentence === null ? null : { section: section.id, sentence })}
                onSaved={saved}
                onShowOriginal={() => setOriginal(section)}
              />
            ))}
            <p className="mt-4 border-t border-line pt-4 text-[13px] text-ink-3">
              Texto preparado com apoio de inteligência artificial a partir da transcrição. Rascunho: aguarda a revisão
              do médico.
            </p>
          </Card>
          {/* Where there is one column the record comes before what could still be asked. */}
          <div className="@min-[860px]:hidden">{toComplete}</div>
          <RecordText text={text} />
        </div>
        <aside className="flex flex-col gap-4 @max-[860px]:order-first @min-[860px]:sticky @min-[860px]:top-20">
          <Card className="hidden p-4 @min-[860px]:block">
            <h3 className="mb-2.5 text-[14.5px] font-[650]">O que comprova esta frase</h3>
            <Proof sentence={chosen} entries={byId} />
          </Card>
          <Unproven sections={sections} onSelect={setSelected} />
          <Points title="Avisos" items={record.warnings} />
          <div className="hidden @min-[860px]:block">{toComplete}</div>
        </aside>
        {unsaved && <LeaveQuestion />}
        <Dialog
          open={original !== null}
          onOpenChange={(open) => !open && setOriginal(null)}
          size="lg"
          title="Conteúdo original"
          description={original?.title}
        >
          <p className="font-serif text-[18px] leading-[1.62] whitespace-pre-line">{original?.original_content}</p>
        </Dialog>
      </div>
    </div>
  )
}

/** Optional advice: a record without it is still a record. */
function useIssues(record: StructuredRecord): string[] {
  const [issues, setIssues] = useState<string[]>([])
  useEffect(() => {
    let gone = false
    validateRecord(record).then(
      (answer) => !gone && setIssues(answer.issues),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [record])
  return issues
}

function Contents({ sections }: { sections: Section[] }) {
  const share = sections.length === 0 ? 0 : sections.filter((section) => !isEmpty(section)).length / sections.length
  return (
    <nav aria-label="Seções do registro" className="sticky top-20 hidden flex-col gap-0.5 @min-[1180px]:flex">
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#secao-${section.key}`}
          className="flex items-center gap-2.5 rounded-s px-2.5 py-1.5 text-[14px] text-ink-2 hover:bg-surface hover:text-ink"
        >
          <ConfidenceDot section={section} />
          {section.title}
        </a>
      ))}
      <div className="mx-2.5 mt-4 text-[13px] text-ink-2">
        Seções preenchidas {formatPercent(share)}
        <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
          <i className="block h-full bg-accent" style={{ width: formatPercent(share) }} />
        </div>
      </div>
    </nav>
  )
}

function Unproven({ sections, onSelect }: { sections: Section[]; onSelect: (selected: Selected) => void }) {
  const found = sections.flatMap((section) =>
    section.sentences.flatMap((sentence, index) =>
      sentence.proof === 'none' ? [{ section, index, text: sentence.text }] : [],
    ),
  )
  if (found.length === 0) return null
  return (
    <Card className="p-4">
      <h3 className="mb-1 flex items-center justify-between text-[14.5px] font-[650] text-rec">
        Sem comprovação <Badge tone="danger">{found.length}</Badge>
      </h3>
      <ul className="divide-y divide-line">
        {found.map(({ section, index, text }) => (
          <li key={`${section.id} ${index}`} className="py-2 text-[14.5px]">
            <a
              href={`#secao-${section.key}`}
              onClick={() => onSelect({ section: section.id, sentence: index })}
              className="hover:underline"
            >
              “{text}”
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Points({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Card className="p-4">
      <h3 className="mb-1 flex items-center gap-2 text-[14.5px] font-[650]">
        <TriangleAlert aria-hidden className="size-[17px] text-warn" />
        {title}
        <Badge tone="warn" className="ml-auto">
          {items.length}
        </Badge>
      </h3>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item} className="py-2 text-[14.5px] wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    </Card>
  )
}
