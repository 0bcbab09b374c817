import { TriangleAlert } from 'lucide-react'
import { formatPercent } from '#app/lib/format.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { confidenceLabels, LOW_CONFIDENCE_ADVICE, shownConfidence } from '#domain/record/proof/confidence.ts'
import type { Confidence, Section } from '#domain/record/record.ts'

const looks: Record<Confidence, { tone: Tone; dot: string }> = {
  high: { tone: 'ok', dot: 'bg-line-strong' },
  medium: { tone: 'warn', dot: 'bg-warn' },
  low: { tone: 'danger', dot: 'bg-rec' },
}

export const isEmpty = (section: Section) => section.content.trim() === ''

const spokenConfidence = ({ confidence, confidence_score }: Section): string =>
  `${confidenceLabels[confidence].title} ${formatPercent(confidence_score)}`

/** A badge where the section needs a look; a quiet dot where it is fine. */
export function ConfidenceBadge({ section }: { section: Section }) {
  const level = shownConfidence(section)
  if (level === null) return null
  const { detail } = confidenceLabels[level]
  if (level === 'high')
    return (
      <span title={`${spokenConfidence(section)} · ${detail}`}>
        <i aria-hidden className="block size-1.5 rounded-full bg-line-strong" />
        <span className="sr-only">{spokenConfidence(section)}</span>
      </span>
    )
  return (
    <span title={detail}>
      <Badge tone={looks[level].tone}>{spokenConfidence(section)}</Badge>
    </span>
  )
}

/** The dot of the contents list, coloured where a look is needed; a screen reader reads the words. */
export function ConfidenceDot({ section }: { section: Section }) {
  const level = shownConfidence(section)
  const words = isEmpty(section) ? 'Sem conteúdo: ' : level ? `${confidenceLabels[level].title}: ` : ''
  return (
    <>
      <i aria-hidden className={`size-2 shrink-0 rounded-full ${level ? looks[level].dot : 'bg-line-strong'}`} />
      <span className="sr-only">{words}</span>
    </>
  )
}

/** Says that a section has low confidence, or how many have it. */
export const LowConfidence = ({ sections = 1 }: { sections?: number }) => (
  <div className="mb-3 flex gap-2.5 rounded-m bg-rec-soft px-3.5 py-2.5 text-sm">
    <TriangleAlert aria-hidden className="mt-0.5 size-4.25 shrink-0 text-rec" />
    <p>
      <b className="block font-semibold">Atenção: Baixa confiança na estruturação</b>
      <span>
        {sections === 1
          ? LOW_CONFIDENCE_ADVICE
          : `Recomenda-se revisão manual detalhada das ${sections} seções marcadas com “${confidenceLabels.low.title}”.`}
      </span>
    </p>
  </div>
)
