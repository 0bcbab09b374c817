import { plain } from '../../text.ts'
import type { Confidence, Section, Sentence } from '../record.ts'
import type { Expected } from '../templates/part.ts'

const HIGH_FROM = 0.8
const MEDIUM_FROM = 0.6

export const confidenceLabels: Record<Confidence, { title: string; detail: string }> = {
  high: { title: 'Alta Confiança', detail: 'Clara e completa' },
  medium: { title: 'Confiança Média', detail: 'Pode precisar de revisão' },
  low: { title: 'Baixa Confiança', detail: 'Requer revisão manual' },
}
export const LOW_CONFIDENCE_ADVICE = 'Recomenda-se revisão manual detalhada desta seção.'

/** The level of a score from 0 to 1. */
export const levelOf = (score: number): Confidence =>
  score >= HIGH_FROM ? 'high' : score >= MEDIUM_FROM ? 'medium' : 'low'

/** The confidence of a line whose recogniser reports none: good, not certain. */
const UNSTATED = 0.9
/** The share of proof in a doctor's sentence: good, but less when it replaced a proven one. */
const TYPED = 0.9
const RETYPED = 0.75
const provenShare = ({ proof, replaces }: Sentence): number =>
  proof === 'none' ? 0 : proof === 'transcript' ? 1 : replaces ? RETYPED : TYPED

export type ConfidenceInput = {
  sentences: readonly Sentence[]
  /** The transcript's lines by id, with the recogniser's confidence. */
  lines: ReadonlyMap<string, { confidence?: number | undefined }>
  expected: readonly Expected[]
}

/** Computed, never asked of a model: recognition × proven share, reduced by missing parts and flags. */
export function confidenceOf({
  sentences,
  lines,
  expected,
}: ConfidenceInput): Pick<Section, 'confidence' | 'confidence_score'> {
  if (sentences.length === 0) return { confidence: 'low', confidence_score: 0 }
  const cited = [
    ...new Set(
      sentences.filter((item) => item.proof === 'transcript').flatMap((item) => item.evidence.map((line) => line.id)),
    ),
  ]
  const recognition =
    cited.length === 0 ? 1 : cited.reduce((sum, id) => sum + (lines.get(id)?.confidence ?? UNSTATED), 0) / cited.length
  const proven = sentences.reduce((sum, item) => sum + provenShare(item), 0) / sentences.length
  const text = plain(sentences.map((item) => item.text).join(' '))
  const present =
    expected.length === 0 ? 1 : expected.filter((item) => item.pattern.test(text)).length / expected.length
  const flagged = sentences.filter((item) => item.flags.length > 0).length / sentences.length
  const score = recognition * proven * (0.8 + 0.2 * present) * (1 - flagged * 0.5)
  const rounded = Math.round(Math.max(0, Math.min(1, score)) * 100) / 100
  return { confidence: levelOf(rounded), confidence_score: rounded }
}

/** The share of sections with high confidence among those with content, from 0 to 1. */
export const highShare = (sections: readonly Pick<Section, 'confidence' | 'content'>[]): number => {
  const filled = sections.filter((item) => item.content.trim() !== '')
  return filled.length === 0 ? 0 : filled.filter((item) => item.confidence === 'high').length / filled.length
}
