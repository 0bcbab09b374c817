import { mentionsIn } from '../lexicon/lexicon.ts'
import type { DraftSentence } from '../proof/draft.ts'
import { quantitiesIn } from '../safety/numbers.ts'
import { isLight, type Token, tokensOf } from '../safety/words.ts'
import type { Written } from './write.ts'

/** The note covers a sentence when it has this share of its content words. */
const enough = 0.7
/** Verbs of an order say nothing that its object does not. */
const ordering = /^(prescrev|solicit|receit|inici|orient|manter|realiz|aument|suspend)/
/** Kinds that are facts by themselves. The rest describes them. */
const facts =
  /^(symptom|condition|drug|exam|finding|habit|procedure|specialty|where|relative|occupation|quality|course|trigger)$/

type Content = {
  words: { token: Token; at: number }[]
  facts: string[]
  names: string[]
  numbers: string[]
  covered: Set<number>
}

function contentOf(text: string): Content {
  const tokens = tokensOf(text)
  const mentions = mentionsIn(tokens)
  const quantities = quantitiesIn(tokens)
  const covered = new Set<number>()
  for (const { from, to } of [...mentions, ...quantities]) for (let at = from; at < to; at++) covered.add(at)
  const words = tokens.flatMap((token, at) =>
    token.kind === 'mark' || isLight(token.word) || ordering.test(token.word) ? [] : [{ token, at }],
  )
  return {
    words,
    facts: mentions.flatMap(({ concept }) => (facts.test(concept.kind) ? [concept.note] : [])),
    names: mentions.map(({ concept }) => concept.note),
    numbers: quantities.map(({ value }) => `#${value >= 60 && value % 10 === 0 ? value / 10 : value}`),
    covered,
  }
}

/**
 * The sentences by the rules that the written note does not cover. Only sentences on the same lines count: 'dor' of one
 * line is not 'dor' of another. A sentence that adds no fact and no number is covered, whatever its words.
 */
export function unsaid(sentences: readonly DraftSentence[], written: readonly Written[]): DraftSentence[] {
  const byLine = new Map<string, Set<string>>()
  for (const { text, evidence } of written) {
    const { words, names, numbers } = contentOf(text)
    const all = [...words.map(({ token }) => token.stem), ...names, ...numbers]
    for (const line of evidence) byLine.set(line, new Set([...(byLine.get(line) ?? []), ...all]))
  }
  return sentences.filter(({ text, evidence }) => {
    const near = new Set(evidence.flatMap((line) => [...(byLine.get(line) ?? [])]))
    if (near.size === 0) return true
    const content = contentOf(text)
    const adds = [...content.facts, ...content.numbers].some((one) => !near.has(one))
    const holds = content.facts.length > 0 || (content.numbers.length > 0 && content.words.length <= 6)
    if (!adds && holds && content.words.length <= 6) return false
    const known = content.words.filter(({ token, at }) => near.has(token.stem) || (!adds && content.covered.has(at)))
    return content.words.length > 0 && known.length / content.words.length < enough
  })
}
