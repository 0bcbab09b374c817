import { Play, Square } from 'lucide-react'
import { formatElapsed } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { EvidenceLine, Flag } from '#domain/record/record.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { speakerLabel } from '#domain/transcript/transcript.ts'
import type { Player } from './use-play-lines.ts'

export type Entries = ReadonlyMap<string, TranscriptEntry>
const colors = { doctor: 'text-doctor', patient: 'text-patient', unset: 'text-ink-3' }

const pill =
  'inline-flex h-6.5 items-center gap-1 rounded-full border border-line-strong px-2.5 text-xs font-semibold hover:border-ink-3 pointer-coarse:h-9 pointer-coarse:px-3.5'

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
                  <Listen line={line} player={player} />
                </span>
              )}
            </span>
            <p className="text-sm wrap-anywhere">{line.text}</p>
          </li>
        ))}
        {lost > 0 && <li className="py-2 text-sm text-warn">Uma fala citada não está mais na transcrição.</li>}
      </ul>
      {audible.length > 1 && (
        <button
          type="button"
          className={cx(pill, 'mt-2')}
          onClick={() => (player.inTurn ? player.stop() : player.hearAll(audible))}
        >
          {player.inTurn ? <Square aria-hidden className="size-3" /> : <Play aria-hidden className="size-3" />}
          {player.inTurn ? 'Parar' : 'Ouvir todas'}
        </button>
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

function Listen({ line, player }: { line: TranscriptEntry; player: Player }) {
  const playing = player.hearing === line.id
  return (
    <button
      type="button"
      aria-label={`${playing ? 'Parar' : 'Ouvir'} a fala de ${formatElapsed(line.start_ms)}`}
      onClick={() => player.hear(line)}
      className={pill}
    >
      {playing ? <Square aria-hidden className="size-3" /> : <Play aria-hidden className="size-3" />}
      {playing ? 'Parar' : 'Ouvir'}
    </button>
  )
}
