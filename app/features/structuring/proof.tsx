import { formatElapsed } from '#app/lib/format.ts'
import type { Sentence } from '#domain/record/record.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

const who = {
  doctor: { label: 'Médico', color: 'text-doctor' },
  patient: { label: 'Paciente', color: 'text-patient' },
  unset: { label: 'Desconhecido', color: 'text-ink-3' },
}

/** The lines of the consultation behind one sentence. */
export function Proof({
  sentence,
  entries,
}: {
  sentence: Sentence | null
  entries: ReadonlyMap<string, TranscriptEntry>
}) {
  if (!sentence)
    return <p className="text-ink-2">Toque em uma frase do registro para ver as falas da consulta que a sustentam.</p>
  const lines = sentence.evidence.flatMap(({ id }) => entries.get(id) ?? []).sort((a, b) => a.start_ms - b.start_ms)
  if (sentence.proof === 'doctor') return <p className="text-ink-2">Frase escrita ou alterada pelo médico.</p>
  if (lines.length === 0)
    return <p className="text-rec">Nenhuma fala da consulta comprova esta frase. Confira antes de usar.</p>
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => {
        const { label, color } = who[line.speaker ?? 'unset']
        return (
          <li key={line.id} className="py-2 first:pt-0 last:pb-0">
            <span className="flex gap-2.5 text-[13px]">
              <b className={`font-[650] ${color}`}>{label}</b>
              <span className="text-ink-3">{formatElapsed(line.start_ms)}</span>
            </span>
            <p className="text-[14.5px] wrap-anywhere">{line.text}</p>
          </li>
        )
      })}
    </ul>
  )
}
