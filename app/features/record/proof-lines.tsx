import { Check, CircleAlert, Play, Square, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatElapsed } from '#app/lib/format.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { EvidenceLine, Flag, Sentence } from '#domain/record/record.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { speakerLabel } from '#domain/transcript/transcript.ts'

export type Entries = ReadonlyMap<string, TranscriptEntry>
const colors = { doctor: 'text-doctor', patient: 'text-patient', unset: 'text-ink-3' }

const pill =
  'inline-flex h-6.5 items-center gap-1 rounded-full border border-line-strong px-2.5 text-xs font-semibold hover:border-ink-3 pointer-coarse:h-11 pointer-coarse:px-3.5'

/** Returns the cited lines of a sentence in spoken order. */
const linesOf = (evidence: readonly EvidenceLine[], entries: Entries): TranscriptEntry[] =>
  evidence.flatMap(({ id }) => entries.get(id) ?? []).sort((a, b) => a.start_ms - b.start_ms)

/** Whether the line has changed since the sentence cited it; unknown for a sample without hashes. */
const isChanged = (entry: TranscriptEntry, evidence: readonly EvidenceLine[]): boolean => {
  const hash = evidence.find((line) => line.id === entry.id)?.hash
  return Boolean(hash) && hash !== textHash(entry.text)
}

type Props = { evidence: readonly EvidenceLine[]; entries: Entries; player: Player }

export function ProofLines({ evidence, entries, player }: Props) {
  const lines = linesOf(evidence, entries)
  const audible = lines.filter(player.canHear)
  const lost = evidence.filter(({ id }) => !entries.has(id)).length
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2 first:pt-0 last:pb-0">
            <span className="flex min-h-6.5 flex-wrap items-center gap-x-2.5 gap-y-1 text-xs">
              <b className={cx('font-heavy', colors[line.speaker ?? 'unset'])}>{speakerLabel(line.speaker)}</b>
              <time className="text-ink-3">{formatElapsed(line.start_ms)}</time>
              {isChanged(line, evidence) && <Badge tone="warn">fala alterada depois</Badge>}
              {player.canHear(line) && (
                <span className="ml-auto">
                  <PlayButton
                    playing={player.hearing === line.id}
                    name="Ouvir"
                    label={`${player.hearing === line.id ? 'Parar' : 'Ouvir'} a fala de ${formatElapsed(line.start_ms)}`}
                    onClick={() => player.hear(line)}
                  />
                </span>
              )}
            </span>
            <p className="text-sm wrap-anywhere">{line.text}</p>
          </li>
        ))}
        {lost > 0 && <li className="py-2 text-sm text-warn">Uma fala citada não está mais na transcrição.</li>}
      </ul>
      {audible.length > 1 && (
        <PlayButton
          playing={player.inTurn}
          name="Ouvir todas"
          className="mt-2"
          onClick={() => (player.inTurn ? player.stop() : player.hearAll(audible))}
        />
      )}
    </>
  )
}

/** The lines of the consultation that contradict the sentence, if the check knows them. */
export function FlagLines({ flag, entries, player }: { flag: Flag; entries: Entries; player: Player }) {
  const evidence = (flag.lines ?? []).filter((id) => entries.has(id)).map((id) => ({ id, hash: '' }))
  if (evidence.length === 0) return null
  return (
    <div className="mt-1.5 border-l-2 border-warn pl-3">
      <ProofLines evidence={evidence} entries={entries} player={player} />
    </div>
  )
}

type PlayProps = { playing: boolean; name: string; label?: string; className?: string; onClick: () => void }

function PlayButton({ playing, name, className, label, onClick }: PlayProps) {
  const Icon = playing ? Square : Play
  return (
    <button type="button" aria-label={label} className={cx(pill, className)} onClick={onClick}>
      <Icon aria-hidden className="size-3" />
      {playing ? 'Parar' : name}
    </button>
  )
}

type ProofProps = {
  sentence: Sentence | null
  entries: Entries
  player: Player
  /** Absent if the record can no longer change. */
  onSeen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  /** Puts the cursor into the sentence. */
  onCorrect?: (() => void) | undefined
  busy: boolean
  /** How many items are still to be seen, as text. */
  missing: string
}

/** The proof of one sentence: its flags and the cited lines of the consultation. */
export function Proof({ sentence, entries, player, onSeen, onRemove, onCorrect, busy, missing }: ProofProps) {
  if (!sentence)
    return <p className="text-ink-2">Toque em uma frase do registro para ver as falas da consulta que a sustentam.</p>
  const { proof, flags, evidence, seen } = sentence
  // Lines cited already are not repeated below a flag.
  const cited = new Set(evidence.map(({ id }) => id))
  const marked = proof === 'none' || flags.length > 0
  return (
    <div className="flex flex-col gap-2.5">
      {flags.map((flag) => (
        <div key={`${flag.kind} ${flag.message}`} className="flex gap-2 rounded-s bg-warn-soft px-3 py-2 text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <div className="min-w-0 flex-1 wrap-anywhere">
            {flag.message}
            <FlagLines flag={{ ...flag, lines: flag.lines?.filter((id) => !cited.has(id)) }} {...{ entries, player }} />
          </div>
        </div>
      ))}
      {proof === 'doctor' && <p className="text-ink-2">Frase escrita ou alterada pelo médico.</p>}
      {proof === 'none' && <p className="text-rec">Nenhuma fala da consulta comprova esta frase.</p>}
      {evidence.length > 0 && <ProofLines evidence={evidence} entries={entries} player={player} />}
      {marked && seen && (
        <p className="flex items-center gap-1.5 text-sm text-ok">
          <Check aria-hidden className="size-4" />
          Conferida pelo médico
        </p>
      )}
      {(onCorrect || onRemove || onSeen) && (
        <div className="sticky bottom-0 flex flex-wrap gap-2 bg-surface py-1">
          {onSeen && (
            <Button size="sm" variant="primary" onClick={onSeen} busy={busy}>
              Conferi
            </Button>
          )}
          {onCorrect && (
            <Button size="sm" onClick={onCorrect}>
              Corrigir
            </Button>
          )}
          {onRemove && (
            <Button size="sm" onClick={onRemove} disabled={busy}>
              Remover
            </Button>
          )}
          {onSeen && <span className="self-center text-xs text-warn">{missing}</span>}
        </div>
      )}
    </div>
  )
}

/** The consultation's audio on this device, provided by the page. */
export type Playback = {
  canHear: (entry: TranscriptEntry) => boolean
  /** Plays the line; a second call stops it. */
  hear: (entry: TranscriptEntry) => void
  stop: () => void
  hearing: string | null
}

/** Plays lines one after the other. */
export function usePlayLines({ canHear, hear, stop, hearing }: Playback) {
  const [queue, setQueue] = useState<readonly TranscriptEntry[]>([])
  const [inTurn, setInTurn] = useState(false)

  useEffect(() => {
    const [next, ...rest] = queue
    if (!next || hearing !== null) return
    setQueue(rest)
    hear(next)
  }, [queue, hearing, hear])

  function stopAll() {
    setQueue([])
    setInTurn(false)
    stop()
  }
  return {
    canHear,
    hearing,
    /** True while lines play one after the other. */
    inTurn: inTurn && (hearing !== null || queue.length > 0),
    hear: (entry: TranscriptEntry) => {
      setQueue([])
      setInTurn(false)
      hear(entry)
    },
    hearAll: (entries: readonly TranscriptEntry[]) => {
      stop()
      setQueue(entries.filter(canHear))
      setInTurn(true)
    },
    stop: stopAll,
  }
}
export type Player = ReturnType<typeof usePlayLines>

type ProofSheetProps = {
  /** The id of the touched sentence. */
  of: string
  onClose: () => void
  children: ReactNode
}

/**
 * On screens with one column: shows the proof at the foot of the screen while the section is in view, else below the
 * sentence.
 */
export function ProofSheet({ of, onClose, children }: ProofSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const uncover = () => {
      const sentence = document.getElementById(of)
      const place = sheet.current?.getBoundingClientRect()
      // Hidden by CSS: the column shows the proof.
      if (!sentence || !place?.height) return
      const covers = sentence.getBoundingClientRect().bottom > place.top
      if (covers || place.bottom > innerHeight) sentence.scrollIntoView({ block: 'start', behavior: 'smooth' })
    }
    uncover()
    // Parts above the sentence that load later push it under the sheet.
    const record = sheet.current?.closest('[data-record]')
    const watch = new ResizeObserver(uncover)
    if (record) watch.observe(record)
    return () => watch.disconnect()
  }, [of])
  return (
    <div
      ref={sheet}
      className="sticky bottom-above-tabs z-5 mt-3 max-h-[46dvh] overflow-y-auto rounded-m border border-line-strong bg-surface p-4 shadow-raised @panel:hidden"
    >
      <div className="mb-1.5 flex items-center justify-between">
        <h3 className="text-sm font-heavy">O que comprova esta frase</h3>
        <IconButton label="Fechar" size="sm" className="-my-1 -mr-2" onClick={onClose}>
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </div>
      {children}
    </div>
  )
}
