import { type Token, tokensOf } from '../safety/words.ts'
import { type Mention, mentionsIn } from './lexicon.ts'

const risks = new Set(['ideação suicida', 'automutilação', 'tentativa de suicídio'])

/** Words of the agreements for a patient at risk: the line of CVV, a weapon at home. */
const words = new Set(['cvv', 'arma', 'armas'])

/** Whether the text names a risk to life. Such a sentence is always offered to the doctor, and first. */
export function namesRisk(text: string): boolean {
  const tokens = tokensOf(text)
  return isOfRisk(tokens, mentionsIn(tokens))
}
/** The same of words whose concepts are known. */
export const isOfRisk = (tokens: readonly Token[], mentions: readonly Pick<Mention, 'concept'>[]): boolean =>
  tokens.some(({ word }) => words.has(word)) || mentions.some(({ concept }) => risks.has(concept.note))
