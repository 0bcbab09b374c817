import { ArrowDown, Copy, Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { copyText } from '#app/lib/copy-text.ts'
import { isFreeKey } from '#app/lib/keyboard.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { useFormat } from '#app/lib/zone.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import { type ConsultationType, consultationTypeLabels } from '#domain/consultation/contract.ts'
import type { RoomCommands, RoomView } from '#domain/recorder/room-view.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import {
  entryCountLabel,
  speakerLabel,
  transcriptFile,
  transcriptFileName,
  transcriptText,
} from '#domain/transcript/transcript.ts'
import { ComposeLine } from './compose-line.tsx'
import { copyEntry } from './copy-entry.ts'
import { type PendingEntry, PendingLines } from './pending-lines.tsx'
import { SearchBox } from './search-box.tsx'
import type { LineActions, Playback } from './transcript-line.tsx'
import { TranscriptLine } from './transcript-line.tsx'
import { TranscriptList } from './transcript-list.tsx'
import { useFollowEnd } from './use-follow-end.ts'

type Props = {
  /** Null: no consultation is open. */
  view: RoomView | null
  commands: RoomCommands
  patientName: string
  consultationType: ConsultationType
  /** Typed here, not confirmed by the room. */
  pending?: readonly PendingEntry[]
  /** What the exported text says of the patient's answer. */
  consent?: Consent | null
  playback?: Playback | undefined
}

/** What is being said, as it is written down. */
export function TranscriptPanel({
  view,
  commands,
  patientName,
  consultationType,
  pending = [],
  consent = null,
  playback,
}: Props) {
  const format = useFormat()
  const [query, setQuery] = useState('')
  const scroll = useRef<HTMLDivElement>(null)
  const active = view?.status === 'active'
  const entries = view?.entries ?? []
  const partials = view?.partials ?? []
  const empty = entries.length === 0 && partials.length === 0 && pending.length === 0
  const content = `${entries.length} ${pending.length} ${view?.gaps.length} ${partials.map((one) => one.text).join()}`
  const { following, toEnd } = useFollowEnd(scroll, empty ? null : content)

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
      if (event.key.toLowerCase() !== 'f' || !isFreeKey(event) || event.repeat) return
      event.preventDefault()
      if (commands.flipSpeakers()) toast.success('Médico e paciente foram trocados em todas as falas')
      else offline()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active, commands])

  async function copyAll() {
    if (await copyText(transcriptText(entries, view?.gaps))) toast.success('Toda a transcrição foi copiada')
    else toast.error('Erro ao copiar transcrição')
  }
  function save() {
    saveFile(
      transcriptFileName(patientName, format.isoDate(Date.now())),
      transcriptFile(entries, view?.gaps ?? [], consentStatement(consent, format.zone)),
    )
    toast.success('Transcrição exportada com sucesso')
  }

  const typing = view?.known === true && (view.consent === 'refused' || view.consent === 'revoked')
  return (
    <Card className="flex h-full flex-col overflow-hidden max-lg:overflow-visible">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3">
        {/* Its own width is no reason to wrap: a long name gives way to the search and the buttons. */}
        <div className="flex min-w-0 flex-1 basis-[240px] items-center gap-3">
          <div className="min-w-0">
            <h2 className="text-[15px] leading-tight font-[650]">Transcrição</h2>
            <p className="truncate text-[13px] text-ink-2" title={patientName}>
              {patientName} · {consultationTypeLabels[consultationType].title}
            </p>
          </div>
          {view &&
            (view.connection === 'connected' ? (
              <Badge tone="ok">Conectado</Badge>
            ) : (
              <Badge tone="warn">Desconectado</Badge>
            ))}
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-1">
          <SearchBox query={query} onQuery={setQuery} entries={entries} />
          <Button variant="quiet" size="sm" disabled={entries.length === 0} onClick={copyAll}>
            <Copy aria-hidden className="size-4" />
            Copiar Tudo
          </Button>
          <Button variant="quiet" size="sm" disabled={entries.length === 0} onClick={save}>
            <Download aria-hidden className="size-4" />
            Exportar
          </Button>
        </div>
      </header>
      <div
        ref={scroll}
        className="relative min-h-[240px] flex-1 px-2 py-3 lg:min-h-0 lg:overflow-y-auto lg:px-4 lg:pt-4 lg:pb-8"
      >
        {empty && <Nothing view={view} />}
        <TranscriptList
          entries={entries}
          gaps={view?.gaps ?? []}
          query={query}
          actions={actions}
          playback={playback}
          live
        />
        {/* Outside the log: what may still change is not read aloud. */}
        <ul aria-label="Fala em andamento" aria-live="off" className="flex flex-col gap-0.5 pt-0.5">
          {partials.map((entry) => (
            <TranscriptLine key={entry.id} entry={entry} query="" />
          ))}
        </ul>
        <PendingLines lines={pending} />
        {!following && !empty && (
          <div className="sticky bottom-0 flex justify-center max-lg:bottom-32">
            <Button size="sm" onClick={toEnd} className="rounded-full shadow-raised">
              <ArrowDown aria-hidden className="size-4" />
              Ir para o fim
            </Button>
          </div>
        )}
      </div>
      {active && view.known && <ComposeLine onWrite={commands.writeEntry} prominent={typing} />}
      <footer className="flex items-center gap-3 border-t border-line px-4 py-3 text-[14px] text-ink-2">
        <span>{entryCountLabel(entries.length)}</span>
        {active && (
          <Button variant="primary" className="ml-auto" disabled={!view.known} onClick={commands.askFinish}>
            Finalizar Consulta
          </Button>
        )}
        {view?.status === 'finishing' && <span className="ml-auto font-medium">Finalizando…</span>}
      </footer>
    </Card>
  )
}

const offline = () => toast.error('Sem conexão: a alteração não foi feita. Tente de novo em instantes.')

function Nothing({ view }: { view: RoomView | null }) {
  if (!view || view.status === 'completed') {
    return (
      <EmptyState title="Nenhuma consulta ativa" className="border-0">
        Inicie uma consulta para ver a transcrição aqui.
      </EmptyState>
    )
  }
  if (view.known && view.consent === 'unasked') {
    return (
      <EmptyState title="Aguardando o aviso ao paciente" className="border-0">
        Leia o aviso em voz alta e registre a resposta; depois a gravação pode começar.
      </EmptyState>
    )
  }
  if (view.known && view.consent !== 'accepted') {
    return (
      <EmptyState title="Consulta sem gravação" className="border-0">
        O paciente não autorizou gravação e IA. Escreva as falas abaixo: elas formam a transcrição desta consulta.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Aguardando transcrição" className="border-0">
      As falas aparecem aqui assim que forem reconhecidas.
    </EmptyState>
  )
}
