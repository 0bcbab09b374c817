import { mentionsIn } from '../lexicon/lexicon.ts'
import type { DraftSentence } from '../proof/draft.ts'
import { isLight, tokensOf } from '../safety/words.ts'
import type { Written } from './write.ts'

/** The note covers a sentence when it has this share of its content words. */
const enough = 0.7

/** Verbs of an order say nothing that its object does not. */
const ordering = /^(prescrev|solicit|receit|inici|orient|manter|realiz)/

/**
 * The sentences by the rules that the written note does not cover. Only sentences on the same lines count: 'dor' of one
 * line is not 'dor' of another.
 */
export function unsaid(sentences: readonly DraftSentence[], written: readonly Written[]): DraftSentence[] {
  const byLine = new Map<string, Set<string>>()
  for (const { text, evidence } of written) {
    const tokens = tokensOf(text)
    const names = [...tokens.map(({ stem }) => stem), ...mentionsIn(tokens).map(({ concept }) => concept.note)]
    for (const line of evidence) byLine.set(line, new Set([...(byLine.get(line) ?? []), ...names]))
  }
  return sentences.filter(({ text, evidence }) => {
    const near = new Set(evidence.flatMap((line) => [...(byLine.get(line) ?? [])]))
    const tokens = tokensOf(text)
    const mentions = mentionsIn(tokens).filter(({ concept }) => near.has(concept.note))
    const content = tokens.flatMap((token, at) =>
      token.kind === 'mark' || isLight(token.word) || ordering.test(token.word) ? [] : [{ token, at }],
    )
    const names = content.filter(
      ({ token, at }) => near.has(token.stem) || mentions.some(({ from, to }) => at >= from && at < to),
    )
    return content.length > 0 && names.length / content.length < enough
  })
}
