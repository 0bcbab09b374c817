import { contentOf, shareIn } from '#domain/record/note/content.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import type { LabelledConsultation } from '../corpus.ts'
import type { ScoredRecord } from '../score.ts'

/** The share of a sentence's content that the other side must state, in one sentence or two neighbours. */
const ENOUGH = 0.6
const wordsOf = (text: string): number => text.split(/\s+/).length

const withPairs = (texts: readonly string[]): Set<string>[] => {
  const single = texts.map(contentOf)
  return [...single, ...single.slice(1).map((one, at) => new Set([...one, ...(single[at] ?? [])]))]
}

/** Counts the ideal sentences that a record states, its own sentences that the ideal note states, and words. */
export function noteOf({ ideal }: LabelledConsultation, { sections }: ScoredRecord) {
  const own = sections.map(({ sentences }) => sentences.map(({ text }) => text))
  const stated = own.flatMap(withPairs)
  const keys = [...new Set(ideal.map(({ part }) => canonicalOf(part)))]
  const wanted = keys.flatMap((key) =>
    withPairs(ideal.filter(({ part }) => canonicalOf(part) === key).map(({ text }) => text)),
  )
  const isIn = (text: string, others: readonly Set<string>[]) => {
    const content = contentOf(text)
    return content.size > 0 && others.some((other) => shareIn(content, other) >= ENOUGH)
  }
  const texts = own.flat()
  return {
    ideal: ideal.length,
    written: ideal.filter(({ text }) => isIn(text, stated)).length,
    sentences: texts.length,
    right: texts.filter((text) => isIn(text, wanted)).length,
    words: texts.reduce((sum, text) => sum + wordsOf(text), 0),
    idealWords: ideal.reduce((sum, { text }) => sum + wordsOf(text), 0),
  }
}
