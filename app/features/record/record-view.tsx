import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { needsLook, type Section } from '#domain/record/record.ts'
import { completenessOf, toComplete } from '#domain/record/signing/completeness.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { AsideCard } from './aside-card.tsx'
import { Completeness, Contents } from './contents.tsx'
import { Diagnoses } from './diagnoses.tsx'
import { LeaveQuestion, leavingOf } from './leave-question.tsx'
import { LeftBehind } from './left-behind.tsx'
import { missingLabel, type Place, sentenceId } from './marks.ts'
import { Omitted } from './omitted.tsx'
import { Proof } from './proof.tsx'
import { RecordText } from './record-text.tsx'
import { SectionCard } from './section-card.tsx'
import { Addenda, AddendumDialog, SignedBanner } from './signed.tsx'
import { ToCheck } from './to-check.tsx'
import { type Playback, usePlayLines } from './use-play-lines.ts'
import type { RecordWork } from './use-record.ts'
import type { RecordTextState } from './use-record-text.tsx'
import { BrokenSignature, ModelFellBack, Points, UnderWay, Warnings } from './warnings.tsx'

type Props = {
  work: RecordWork
  patientName: string
  entries: readonly TranscriptEntry[]
  playback: Playback
  text: RecordTextState
}

/** The record as a document: contents on the left, text in the middle, proof and open items on the right. */
export function RecordView({ work, patientName, entries, playback, text }: Props) {
  const { record, sections, selected, drafts } = work
  const { signature, specialty } = record
  const [original, setOriginal] = useState<Section | null>(null)
  const [adding, setAdding] = useState(false)
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  const complete = completenessOf(specialty, sections, record.diagnoses, patientName)
  const issues = toComplete(specialty, sections, complete)

  const leaving = leavingOf(work, text)

  const section = sections.find(({ id }) => id === selected?.section)
  const sentence = (selected && section?.sentences[selected.sentence]) ?? null
  const player = useSentencePlayer(playback, selected)

  const marked = section && sentence && selected && { place: selected, section, sentence }
  const open = marked && signature === null && !work.isLocked && needsLook(marked.sentence) ? marked : null
  const writing = section !== undefined && drafts.isOpen(section)
  const proof = (
    <Proof
      sentence={sentence}
      entries={byId}
      player={player}
      onSeen={open ? () => void work.seen(open) : undefined}
      onRemove={open && !writing ? () => void work.remove(open) : undefined}
      busy={work.busy !== null}
      missing={missingLabel(work.unchecked.length, work.uncheckedInText.length)}
    />
  )

  return (
    <div className="@container">
      <div className="grid items-start gap-5 @panel:grid-cols-record @panel:justify-center @page:grid-cols-record-nav @page:gap-8">
        <Contents sections={sections} completeness={complete.share} />
        <div className="min-w-0">
          {signature && <SignedBanner signature={signature} onAdd={() => setAdding(true)} />}
          <UnderWay isLocked={work.isLocked} />
          <LeftBehind work={work} text={text} />
          <BrokenSignature alerts={record.alerts} />
          <ModelFellBack warnings={record.warnings} />
          <RecordPaper work={work} proof={proof} onShowOriginal={setOriginal} />
          <RecordText text={text} />
        </div>
        <RecordAside work={work} proof={proof} entries={byId} player={player} issues={issues} share={complete.share} />
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

type PaperProps = { work: RecordWork; proof: ReactNode; onShowOriginal: (section: Section) => void }

/** The sections with their addenda. */
function RecordPaper({ work, proof, onShowOriginal }: PaperProps) {
  const { record, sections } = work
  const coded = sections.find(({ canonical }) => canonical === 'hipotese')
  return (
    <Card className="px-4 py-5 sm:px-8 sm:py-7 lg:px-12">
      {sections.length === 0 && (
        <EmptyState title="Nenhuma seção foi criada">Revise a transcrição e faça uma nova estruturação.</EmptyState>
      )}
      {sections.map((each) => (
        <SectionCard key={each.id} section={each} work={work} proof={proof} onShowOriginal={() => onShowOriginal(each)}>
          {each.id === coded?.id && <Diagnoses work={work} />}
        </SectionCard>
      ))}
      <Addenda addenda={record.addenda} />
      <p className="mt-4 border-t border-line pt-4 text-xs text-ink-3">
        Texto preparado com apoio de inteligência artificial a partir da transcrição.{' '}
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
}

/** With one column, these cards go around the text: items to see above it, the rest below. */
function RecordAside({ work, proof, entries, player, issues, share }: AsideProps) {
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
        alerts={work.record.alerts}
        warnings={work.record.warnings}
        entries={entries}
        player={player}
        className={cx('shrink-0', signature === null && '@max-panel:order-first')}
      />
      {signature === null && (
        <ToCheck work={work} entries={entries} player={player} className="shrink-0 @max-panel:order-first" />
      )}
      <Omitted work={work} entries={entries} player={player} className="shrink-0" />
      {signature === null && <Points title="Para completar" items={issues} className="shrink-0" />}
      <Completeness share={share} className="@page:hidden" />
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
