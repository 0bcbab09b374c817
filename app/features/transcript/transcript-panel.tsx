import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { plural } from '#app/lib/format.ts'
import { isFreeCharacter } from '#app/lib/keyboard.ts'
import { useSettings } from '#app/lib/settings.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import type { RoomCommands, RoomView } from '#domain/recorder/room-view.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { entryCountLabel, speakerLabel } from '#domain/transcript/transcript.ts'
import { ComposeLine } from './compose-line.tsx'
import { copyEntry } from './copy-entry.ts'
import { NoLines } from './no-lines.tsx'
import { PanelHead, type Told } from './panel-head.tsx'
import { type PendingEntry, PendingLines } from './pending-lines.tsx'
import type { LineActions, Playback } from './transcript-line.tsx'
import { TranscriptLine } from './transcript-line.tsx'
import { TranscriptList } from './transcript-list.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useSearch } from './use-search.ts'

type Props = {
  view: RoomView
  commands: RoomCommands
  consultation: Told
  /** Typed lines that the room has not confirmed. */
  pending?: readonly PendingEntry[]
  /** The patient's answer, for the exported text. */
  consent?: Consent | null
  playback?: Playback | undefined
}

const none: readonly PendingEntry[] = []

/** The transcript, live while the consultation runs. */
export function TranscriptPanel({ view, commands, consultation, pending = none, consent = null, playback }: Props) {
  const showTimes = useSettings().interface.showTimestamps
  const scroll = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLDivElement>(null)
  const active = view.status === 'active'
  const { entries, partials } = view
  const search = useSearch(entries)
  const { query, current } = search
  const inList = useMemo(() => ({ query, current }), [query, current])
  const empty = entries.length === 0 && partials.length === 0 && pending.length === 0
  const { away, toEnd } = useFollowEnd(scroll, lines, !empty)

  // Lines that came while the end was out of view.
  const seen = useRef(entries.length)
  useEffect(() => {
    if (!away) seen.current = entries.length
  }, [away, entries.length])
  const unseen = away ? entries.length - seen.current : 0

  const actions = useMemo<LineActions>(
    () => ({
      copy: copyEntry,
      ...(active && {
        setSpeaker: (entry: TranscriptEntry, speaker) => {
          if (commands.setSpeaker(entry.id, speaker))
            toast.success(`Speaker atualizado para: ${speakerLabel(speaker ?? undefined)}`)
          else offline()
        },
      }),
    }),
    [active, commands],
  )

  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !isFreeCharacter(event) || event.repeat) return
      event.preventDefault()
      if (commands.flipSpeakers()) toast.success('Médico e paciente foram trocados em todas as falas')
      else offline()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active, commands])

  const typing = view.hasWelcome && (view.consent === 'refused' || view.consent === 'revoked')
  return (
    <Card
      role="region"
      aria-label="Transcrição ao vivo"
      className="flex h-full flex-col overflow-hidden max-lg:overflow-visible"
    >
      <PanelHead
        consultation={consultation}
        entries={entries}
        gaps={view.gaps}
        consent={consent}
        search={search}
        state={
          view.connection === 'connected' ? <Badge tone="ok">Conectado</Badge> : <Badge tone="warn">Desconectado</Badge>
        }
      />
      <div
        ref={scroll}
        className="relative min-h-60 flex-1 px-2 py-3 lg:min-h-0 lg:overflow-y-auto lg:px-4 lg:pt-4 lg:pb-8"
      >
        {empty && <NoLines view={view} />}
        <div ref={lines}>
          <TranscriptList
            entries={entries}
            gaps={view.gaps}
            search={inList}
            actions={actions}
            playback={playback}
            live
          />
          {/* Outside the log, because partial lines must not be announced. */}
          {/* biome-ignore lint/a11y/useSemanticElements: its lines are items by role, like the list's. */}
          <div role="list" aria-label="Fala em andamento" aria-live="off" className="flex flex-col gap-0.5 pt-0.5">
            {partials.map((entry) => (
              <TranscriptLine key={entry.id} entry={entry} query="" showTime={showTimes} />
            ))}
          </div>
          <PendingLines lines={pending} showTimes={showTimes} />
        </div>
        {away && !empty && (
          // Takes no space, so that it moves no line when it appears.
          <div className="sticky bottom-0 flex h-0 items-end justify-center max-lg:bottom-36">
            <Button size="sm" onClick={toEnd} className="rounded-full shadow-raised">
              <ArrowDown aria-hidden className="size-4" />
              Ir para o fim{' '}
              {unseen > 0 && <span className="text-accent">{plural(unseen, 'fala nova', 'falas novas')}</span>}
            </Button>
          </div>
        )}
      </div>
      {view.hasWelcome && <ComposeLine commands={commands} open={active} prominent={typing} />}
      <footer className="flex items-center gap-3 border-t border-line px-4 py-3 text-sm text-ink-2">
        <span>{entryCountLabel(entries.length)}</span>
        {active && (
          <Button variant="primary" className="ml-auto" disabled={!view.hasWelcome} onClick={commands.askFinish}>
            Finalizar Consulta
          </Button>
        )}
        {view.status === 'finishing' && <span className="ml-auto font-medium">Finalizando…</span>}
      </footer>
    </Card>
  )
}

const offline = () => toast.error('Sem conexão: a alteração não foi feita. Tente de novo em instantes.')
