// The kind of a missing sentence, and how much it matters.
import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import type { CanonicalKey, Omission } from '../record.ts'
import { tokensOf } from '../safety/words.ts'

export type OmissionKind = Omission['kind']

const ofPart: Record<CanonicalKey, OmissionKind> = {
  queixa_principal: 'symptom',
  hda: 'symptom',
  hpp: 'history',
  hf: 'family',
  habitos: 'habit',
  exame_fisico: 'examination',
  hipotese: 'hypothesis',
  conduta: 'plan',
  orientacoes: 'guidance',
}
const ofHistory = new Set<CanonicalKey>(['queixa_principal', 'hda', 'hpp'])

/** The kind of a sentence of this part of the record. */
export function kindOf(part: CanonicalKey, text: string): OmissionKind {
  if (!ofHistory.has(part)) return ofPart[part]
  if (plain(text).includes('alergi')) return 'allergy'
  return mentionsIn(tokensOf(text)).some(({ concept }) => concept.kind === 'drug') ? 'medication' : ofPart[part]
}

const weights: Record<OmissionKind, number> = {
  allergy: 100,
  hypothesis: 92,
  medication: 90,
  plan: 85,
  examination: 70,
  history: 65,
  symptom: 60,
  family: 50,
  guidance: 45,
  habit: 40,
}
const riskWeight = 95
/** Orders omissions, highest first. A denial counts half, except of an allergy or a risk. */
export function weightOf(kind: OmissionKind, text: string): number {
  if (kind === 'allergy') return weights.allergy
  if (namesRisk(text)) return riskWeight
  return /^(nega|nao|sem)\b/.test(plain(text)) ? weights[kind] / 2 : weights[kind]
}
