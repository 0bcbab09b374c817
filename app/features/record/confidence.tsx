import { formatPercent } from '#app/lib/format.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { confidenceLabels } from '#domain/record/proof/confidence.ts'
import type { Confidence, Section } from '#domain/record/record.ts'

const looks: Record<Confidence, { tone: Tone; dot: string }> = {
  high: { tone: 'ok', dot: 'bg-ok' },
  medium: { tone: 'warn', dot: 'bg-warn' },
  low: { tone: 'danger', dot: 'bg-rec' },
}

export const isEmpty = (section: Section) => section.content.trim() === ''

/** Nothing for a section that the doctor wrote: a doctor's sentence has no probability. */
export function ConfidenceBadge({ section }: { section: Section }) {
  if (section.sentences.length > 0 && section.sentences.every(({ proof }) => proof === 'doctor')) return null
  const { title, detail } = confidenceLabels[section.confidence]
  return (
    <span title={detail}>
      <Badge tone={looks[section.confidence].tone}>
        <span>{title}</span> <span>{formatPercent(section.confidence_score)}</span>
      </Badge>
    </span>
  )
}

/** The coloured dot of the contents list; a screen reader reads the words. */
export function ConfidenceDot({ section }: { section: Section }) {
  const { title } = confidenceLabels[section.confidence]
  const { dot } = looks[section.confidence]
  return (
    <>
      <i aria-hidden className={`size-2 shrink-0 rounded-full ${isEmpty(section) ? 'bg-line-strong' : dot}`} />
      <span className="sr-only">{isEmpty(section) ? 'Sem conteúdo: ' : `${title}: `}</span>
    </>
  )
}
