import { Check, CircleAlert } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { needsLook, type Sentence } from '#domain/record/record.ts'
import { type Entries, FlagLines, ProofLines } from './proof-lines.tsx'
import type { Player } from './use-play-lines.ts'

type Props = {
  sentence: Sentence | null
  entries: Entries
  player: Player
  /** Absent if the record can no longer change. */
  onSeen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  busy: boolean
  /** How many items are still to be seen, as text. */
  missing: string
}

/** The proof of one sentence: its flags and the cited lines of the consultation. */
export function Proof({ sentence, entries, player, onSeen, onRemove, busy, missing }: Props) {
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
      {(onRemove || onSeen) && needsLook(sentence) && (
        <div className="sticky bottom-0 flex flex-wrap gap-2 bg-surface py-1">
          {onSeen && (
            <Button size="sm" variant="primary" onClick={onSeen} busy={busy}>
              Conferi
            </Button>
          )}
          {onRemove && (
            <Button size="sm" onClick={onRemove} disabled={busy}>
              Remover
            </Button>
          )}
          <span className="self-center text-xs text-warn">{missing}</span>
        </div>
      )}
    </div>
  )
}
