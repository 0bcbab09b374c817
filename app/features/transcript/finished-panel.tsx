import { type ReactNode, useMemo } from 'react'
import { Card } from '#app/ui/card.tsx'
import type { Consultation } from '#domain/consultation/contract.ts'
import type { Gap } from '#domain/consultation/gap.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { entryCountLabel } from '#domain/transcript/transcript.ts'
import { PanelHead, useSearch } from './panel-head.tsx'
import type { Playback } from './transcript-line.tsx'
import { TranscriptList } from './transcript-list.tsx'
import { type Corrections, SwapButton } from './use-corrections.tsx'

type Props = {
  consultation: Consultation
  entries: readonly TranscriptEntry[]
  gaps: readonly Gap[]
  playback: Playback
  corrections: Corrections
  /** The recording on this device. */
  audio: ReactNode
}

/** The transcript of a finished consultation, with search and export. It can be corrected until the signature. */
export function FinishedPanel({ consultation, entries, gaps, playback, corrections, audio }: Props) {
  const search = useSearch(entries)
  const { query, current } = search
  const inList = useMemo(() => ({ query, current }), [query, current])
  return (
    <Card
      role="region"
      aria-label="Transcrição da consulta"
      className="flex min-h-0 flex-col overflow-hidden lg:min-h-105 lg:flex-1"
    >
      <PanelHead
        consultation={consultation}
        entries={entries}
        gaps={gaps}
        consent={consultation.consent}
        search={search}
      />
      {corrections.notice}
      <div className="relative px-2 py-3 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:p-4">
        {entries.length === 0 && (
          <p className="px-2.5 py-6 text-center text-ink-2">Nenhuma fala foi reconhecida nesta consulta.</p>
        )}
        {entries.length + gaps.length > 0 && (
          <TranscriptList
            entries={entries}
            gaps={gaps}
            search={inList}
            actions={corrections.actions}
            playback={playback}
          />
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm text-ink-2">
        <span>{entryCountLabel(entries.length)}</span>
        <SwapButton entries={entries} onSwap={corrections.swap} />
        {audio}
      </footer>
    </Card>
  )
}
