import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useCidTable } from '#app/lib/cid-table.ts'
import { formatPercent, plural } from '#app/lib/format.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { KeptWords } from '#app/ui/kept-words.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { shownConfidence } from '#domain/record/proof/confidence.ts'
import { needsLook, type Section } from '#domain/record/record.ts'
import { completenessOf, toComplete } from '#domain/record/signing/completeness.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { ConfidenceDot, LowConfidence } from './confidence.tsx'
import { Diagnoses } from './diagnoses.tsx'
import { LeaveQuestion, leavingOf } from './leave-question.tsx'
import { missingLabel, type Place, sectionAnchor, sentenceId } from './marks.ts'
import { type Playback, Proof, usePlayLines } from './proof-lines.tsx'
import { AsideCard, BrokenSignature, ModelFellBack, Omitted, Points, ToCheck, UnderWay } from './record-aside.tsx'
import { RecordText, type RecordTextState } from './record-text.tsx'
import { Warnings } from './record-warnings.tsx'
import { SectionCard } from './section-card.tsx'
import { Addenda, AddendumDialog, SignedBanner } from './signed.tsx'
import type { RecordWork } from './use-record.ts'

type Props = {
  work: RecordWork
  patientName: string
  entries: readonly TranscriptEntry[]
  playback: Playback
  text: RecordTextState
  /** Below the banner of a signed record. */
  proposals?: ReactNode
  /** Read from a copy on the device: there is nothing to wait for. */
  isCopy?: boolean
}

/** The record as a document: contents on the left, text in the middle, proof and open items on the right. */
export function RecordView({ work, patientName, entries, playback, text, proposals, isCopy = false }: Props) {
  const { record, sections, selected } = work
  const { signature, specialty } = record
  const [original, setOriginal] = useState<Section | null>(null)
  const [adding, setAdding] = useState(false)
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  const hasTable = useCidTable()
  const complete = completenessOf(specialty, sections, record.diagnoses, patientName, hasTable === true)
  const issues = toComplete(specialty, sections, complete)
  const waiting =
    signature === null
      ? work.unchecked.length + work.uncheckedInText.length + record.omissions.length + issues.length
      : 0

  const leaving = leavingOf(work, text)

  const section = sections.find(({ id }) => id === selected?.section)
  const sentence = (selected && section?.sentences[selected.sentence]) ?? null
  const player = useSentencePlayer(playback, selected)

  const marked = section && sentence && selected && { place: selected, section, sentence }
  const editable = signature === null && !work.isLocked ? marked : null
  const open = editable && needsLook(editable.sentence) ? editable : null
  const proof = (
    <Proof
      sentence={sentence}
      entries={byId}
      player={player}
      onSeen={open ? () => void work.seen(open) : undefined}
      onRemove={open ? () => void work.remove(open) : undefined}
      onCorrect={editable ? () => work.correct(editable) : undefined}
      busy={work.busy !== null}
      missing={missingLabel(work.unchecked.length, work.uncheckedInText.length)}
    />
  )

  return (
    <div data-record className="@container">
      <div className="grid items-start gap-5 @panel:grid-cols-record @panel:justify-center @page:grid-cols-record-nav @page:gap-8">
        <Contents sections={sections} completeness={complete.share} waiting={waiting} />
        <div className="min-w-0">
          {signature && <SignedBanner signature={signature} onAdd={() => setAdding(true)} />}
          {signature && proposals}
          <UnderWay isLocked={work.isLocked && !isCopy} />
          <LeftBehind work={work} text={text} />
          <BrokenSignature alerts={record.alerts} />
          <ModelFellBack warnings={record.warnings} isOpen={signature === null && !work.isLocked} />
          <RecordPaper work={work} proof={proof} hasTable={hasTable} onShowOriginal={setOriginal} />
          <RecordText text={text} />
        </div>
        <RecordAside
          work={work}
          proof={proof}
          entries={byId}
          player={player}
          issues={issues}
          share={complete.share}
          waiting={waiting}
        />
        <LeaveQuestion leaving={leaving} />
        <AddendumDialog work={work} open={adding} onClose={() => setAdding(false)} />
        <OriginalDialog work={work} section={original} onClose={() => setOriginal(null)} />
      </div>
      <p role="status" className="sr-only">
        {work.announcement}
      </p>
    </div>
  )
}

/** Plays cited lines. Audio belongs to the selected sentence: selecting another one stops it. */
function useSentencePlayer(playback: Playback, selected: Place | null) {
  const player = usePlayLines(playback)
  const { stop, hearing } = player
  const place = selected && sentenceId(selected)
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    if (hearing !== null) stop()
  }, [place, hearing, stop])
  return player
}

type PaperProps = {
  work: RecordWork
  proof: ReactNode
  hasTable: boolean | null
  onShowOriginal: (section: Section) => void
}

/** The sections with their addenda. */
function RecordPaper({ work, proof, hasTable, onShowOriginal }: PaperProps) {
  const { record, sections } = work
  const coded = sections.find(({ canonical }) => canonical === 'hipotese')
  const low = sections.filter((section) => shownConfidence(section) === 'low').length
  // One alert counts several sections. Its place stays while the doctor edits them.
  const [isSaidOnce] = useState(low > 1)
  return (
    <Card className="px-4 py-5 sm:px-8 sm:py-7 lg:px-12">
      {sections.length === 0 && (
        <EmptyState title="Nenhuma seção foi criada">Revise a transcrição e faça uma nova estruturação.</EmptyState>
      )}
      {isSaidOnce && low > 0 && <LowConfidence sections={low} />}
      {sections.map((each) => (
        <SectionCard
          key={each.id}
          section={each}
          work={work}
          alertsLow={!isSaidOnce}
          proof={proof}
          onShowOriginal={() => onShowOriginal(each)}
        >
          {each.id === coded?.id && <Diagnoses work={work} hypothesis={each.content} hasTable={hasTable} />}
        </SectionCard>
      ))}
      <Addenda addenda={record.addenda} />
      <p className="mt-4 border-t border-line pt-4 text-xs text-ink-3">
        {record.structurer
          ? 'Texto preparado com apoio de inteligência artificial a partir da transcrição. '
          : 'Texto escrito pelo médico, sem inteligência artificial. '}
        {record.signature ? 'Revisado e assinado pelo médico.' : 'Rascunho: aguarda a revisão do médico.'}
      </p>
    </Card>
  )
}

type AsideProps = {
  work: RecordWork
  proof: ReactNode
  entries: ReadonlyMap<string, TranscriptEntry>
  player: ReturnType<typeof usePlayLines>
  issues: ReturnType<typeof toComplete>
  share: number
  waiting: number
}

/** With one column, these cards go around the text: items to see above it, the rest below. */
function RecordAside({ work, proof, entries, player, issues, share, waiting }: AsideProps) {
  const { selected } = work
  const { signature } = work.record
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selected) aside.current?.scrollTo({ top: 0 })
  }, [selected])

  return (
    <aside
      ref={aside}
      aria-label="Conferência do registro"
      className="contents @panel:sticky @panel:top-28 @panel:-m-1 @panel:flex @panel:max-h-[calc(100dvh-128px)] @panel:flex-col @panel:gap-4 @panel:overflow-y-auto @panel:p-1"
    >
      <AsideCard title="O que comprova esta frase" className="hidden shrink-0 @panel:block">
        {proof}
      </AsideCard>
      <Warnings
        work={work}
        entries={entries}
        player={player}
        className={cx('shrink-0', signature === null && '@max-panel:order-first')}
      />
      {signature === null && (
        <ToCheck work={work} entries={entries} player={player} className="shrink-0 @max-panel:order-first" />
      )}
      <Omitted work={work} entries={entries} player={player} className="shrink-0" />
      {signature === null && <Points title="Para completar" items={issues} className="shrink-0" />}
      <Completeness share={share} waiting={waiting} className="@page:hidden" />
    </aside>
  )
}

type OriginalProps = { work: RecordWork; section: Section | null; onClose: () => void }

/** The section as it was structured, which can be restored. */
function OriginalDialog({ work, section, onClose }: OriginalProps) {
  const current = work.sections.find(({ id }) => id === section?.id)
  return (
    <Dialog
      open={section !== null}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title="Conteúdo original"
      description={section?.title}
      footer={
        current?.editable &&
        current.content !== current.original_content && (
          <Button
            busy={work.busy === `restore ${current.id}`}
            disabled={work.busy !== null || work.drafts.isOpen(current)}
            onClick={async () => {
              if ((await work.restore(current, current.original_content)) === null) onClose()
            }}
          >
            Restaurar
          </Button>
        )
      }
    >
      <p className="font-serif text-lg leading-relaxed whitespace-pre-line">{section?.original_content}</p>
    </Dialog>
  )
}

type ContentsProps = {
  sections: readonly Section[]
  /** The share of a complete record that is present, from 0 to 1. */
  completeness: number
  /** Open items beside the record. */
  waiting: number
}

function Contents({ sections, completeness, waiting }: ContentsProps) {
  return (
    <nav aria-label="Seções do registro" className="sticky top-28 hidden flex-col gap-0.5 @page:flex">
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${sectionAnchor(section)}`}
          className="flex items-center gap-2.5 rounded-s px-2.5 py-1.5 text-sm text-ink-2 hover:bg-surface hover:text-ink"
        >
          <ConfidenceDot section={section} />
          {section.title}
        </a>
      ))}
      <Completeness share={completeness} waiting={waiting} className="mx-2.5 mt-4" />
    </nav>
  )
}

/** A meter, never a blocker. It counts the parts that CFM 1.638 lists; items to check are counted beside it. */
function Completeness({ share, waiting, className }: { share: number; waiting: number; className?: string }) {
  return (
    <div className={`text-xs text-ink-2 ${className ?? ''}`}>
      Partes exigidas pelo CFM: {formatPercent(share)}
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <i className="block h-full bg-accent" style={{ width: formatPercent(share) }} />
      </div>
      {waiting > 0 && <p className="mt-1.5">{plural(waiting, 'item', 'itens')} para conferir ou completar.</p>}
    </div>
  )
}

/** Unsaved words of an edit during which the record was signed, or whose section the record no longer has. */
function LeftBehind({ work, text }: { work: RecordWork; text: RecordTextState }) {
  const { store, leftBehind } = work.drafts
  return (
    <>
      {text.leftover && (
        <UnsavedEdit
          {...(text.leftover.late ? SIGNED_TEXT : FOUND_TEXT)}
          text={text.leftover.text}
          onDrop={text.dropLeftover}
        />
      )}
      {leftBehind.map((key) => {
        const section = work.sections.find((other) => other.key === key)
        return (
          <UnsavedEdit
            key={key}
            title={
              section ? `A edição de ${section.title} não entrou no registro` : 'Uma edição não entrou no registro'
            }
            why={section ? SIGNED_BEFORE : WITHOUT_SECTION}
            text={store.get(key)?.text ?? ''}
            onDrop={() => store.drop(key)}
          />
        )
      })}
    </>
  )
}

const SIGNED_BEFORE = 'Ele foi assinado antes de ela ser salva. O que foi escrito continua neste aparelho.'
const WITHOUT_SECTION =
  'O registro atual não tem a seção em que ela foi escrita. O que foi escrito continua neste aparelho.'

const SIGNED_TEXT = { title: 'A edição de Texto para Prontuário não entrou no registro', why: SIGNED_BEFORE }
const FOUND_TEXT = {
  title: 'Uma edição anterior de Texto para Prontuário não foi salva',
  why: 'Foi encontrado neste aparelho depois que você começou a escrever outro.',
}

function UnsavedEdit({ title, why, text, onDrop }: { title: string; why: string; text: string; onDrop: () => void }) {
  return (
    <section aria-label="Edição não salva" className="mb-4 rounded-m bg-warn-soft px-4 py-3.5 sm:px-5">
      <p role="status">
        <b className="block font-semibold">{title}</b>
        {why}
      </p>
      <KeptWords text={text} copyLabel="Copiar o que escrevi">
        <Button size="sm" variant="quiet" onClick={onDrop}>
          Descartar
        </Button>
      </KeptWords>
    </section>
  )
}
