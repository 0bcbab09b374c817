// The confidence that the screen shows (rulings, 'confidence'): a probability, never a model's own opinion.
import type { Confidence, Section, Sentence } from '../record.ts'

const HIGH_FROM = 0.97
const MEDIUM_FROM = 0.85

export const confidenceLabels: Record<Confidence, { title: string; detail: string }> = {
  high: { title: 'Alta Confiança', detail: 'Clara e completa' },
  medium: { title: 'Confiança Média', detail: 'Pode precisar de revisão' },
  low: { title: 'Baixa Confiança', detail: 'Requer revisão manual' },
}
export const LOW_CONFIDENCE_ADVICE = 'Recomenda-se revisão manual detalhada desta seção.'

/** The level of a score from 0 to 1. */
export const levelOf = (score: number): Confidence =>
  score >= HIGH_FROM ? 'high' : score >= MEDIUM_FROM ? 'medium' : 'low'

/** A model's sentence whose lines prove it. No consultation kept aside has measured it: never high. */
const UNMEASURED = 0.9
/** A check doubts the sentence: as likely wrong as right. */
const DOUBTED = 0.5
/** A line that the recogniser heard less surely than this makes its sentences less probable by the same share. */
const HEARD_WELL = 0.8

type Lines = ReadonlyMap<string, { confidence?: number | undefined }>

function probabilityOf({ proof, evidence, flags, probability = UNMEASURED }: Sentence, lines: Lines): number {
  if (proof === 'none') return 0
  const recognition = Math.min(HEARD_WELL, ...evidence.map(({ id }) => lines.get(id)?.confidence ?? HEARD_WELL))
  return Math.min(probability, flags.length > 0 ? DOUBTED : 1) * (recognition / HEARD_WELL)
}

/**
 * A section's confidence: the lowest probability that one of its sentences is right. The doctor's own sentences have
 * none; a section of those alone is certain. `lines`: the transcript by id, with the recogniser's confidence.
 */
export function confidenceOf(
  sentences: readonly Sentence[],
  lines: Lines,
): Pick<Section, 'confidence' | 'confidence_score'> {
  const measured = sentences.filter(({ proof }) => proof !== 'doctor').map((one) => probabilityOf(one, lines))
  const lowest = sentences.length === 0 ? 0 : Math.min(1, ...measured)
  // Rounded down: a score never claims more than was measured.
  const score = Math.floor(lowest * 100 + 1e-9) / 100
  return { confidence: levelOf(score), confidence_score: score }
}

/** The share of sections with high confidence, from 0 to 1, among those with sentences that are not the doctor's. */
export const highShare = (sections: readonly Pick<Section, 'confidence' | 'sentences'>[]): number => {
  const rated = sections.filter(({ sentences }) => sentences.some(({ proof }) => proof !== 'doctor'))
  return rated.length === 0 ? 0 : rated.filter(({ confidence }) => confidence === 'high').length / rated.length
}

/** The confidence to show: null for an empty section, the doctor's own text, and a signed record. */
export const shownConfidence = (
  section: Pick<Section, 'content' | 'editable' | 'sentences' | 'confidence'>,
): Confidence | null =>
  section.content.trim() === '' || !section.editable || section.sentences.every(({ proof }) => proof === 'doctor')
    ? null
    : section.confidence
