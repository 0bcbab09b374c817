import { formatPercent } from '#app/lib/format.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import type { Confidence, Section } from '#domain/record/record.ts'

const labels: Record<Confidence, { label: string; detail: string; tone: Tone; dot: string }> = {
  high: { label: 'Alta Confiança', detail: 'Clara e completa', tone: 'ok', dot: 'bg-ok' },
  medium: { label: 'Confiança Média', detail: 'Pode precisar de revisão', tone: 'warn', dot: 'bg-warn' },
  low: { label: 'Baixa Confiança', detail: 'Requer revisão manual', tone: 'danger', dot: 'bg-rec' },
}

export const isEmpty = (section: Section) => section.content.trim() === ''

export function ConfidenceBadge({ section }: { section: Section }) {
  const { label, detail, tone } = labels[section.confidence]
  return (
    <span title={detail}>
      <Badge tone={tone}>
        {label} {formatPercent(section.confidence_score)}
      </Badge>
    </span>
  )
}

/** The coloured dot of the contents list; the words are read aloud. */
export function ConfidenceDot({ section }: { section: Section }) {
  const { label, dot } = labels[section.confidence]
  return (
    <>
      <i aria-hidden className={`size-2 shrink-0 rounded-full ${isEmpty(section) ? 'bg-line-strong' : dot}`} />
      <span className="sr-only">{isEmpty(section) ? 'Sem conteúdo: ' : `${label}: `}</span>
    </>
  )
}
