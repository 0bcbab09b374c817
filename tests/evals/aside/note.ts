import { contentOf, shareIn } from '#domain/record/note/content.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import type { LabelledConsultation } from '../corpus.ts'
import type { ScoredRecord } from '../score.ts'

/** The share of a sentence's content that the other side must state, in one sentence or two neighbours. */
const ENOUGH = 0.6
const wordsOf = (text: string): number => text.split(/\s+/).length

const withPairs = (texts: readonly string[]): ReadonlySet<string>[] => {
  const single = texts.map(contentOf)
  return [...single, ...single.slice(1).map((one, at) => new Set([...one, ...(single[at] ?? [])]))]
}

/** The contents of these sentences, section by section, each alone and with its neighbour. */
const targetsOf = (sentences: readonly { key: string; text: string }[]): ReadonlySet<string>[] =>
  [...new Set(sentences.map(({ key }) => key))].flatMap((key) =>
    withPairs(sentences.filter((one) => one.key === key).map(({ text }) => text)),
  )

/** Whether one of the others states the sentence. */
function isStated(text: string, others: readonly ReadonlySet<string>[]): boolean {
  const content = contentOf(text)
  return content.size > 0 && others.some((other) => shareIn(content, other) >= ENOUGH)
}

/** Counts the ideal sentences that a record states, its own sentences that the ideal note states, and words. */
export function noteOf({ ideal }: LabelledConsultation, { sections }: ScoredRecord) {
  const own = sections.map(({ sentences }) => sentences.map(({ text }) => text))
  const stated = own.flatMap(withPairs)
  const wanted = targetsOf(ideal.map(({ part, text }) => ({ key: canonicalOf(part), text })))
  const texts = own.flat()
  return {
    ideal: ideal.length,
    written: ideal.filter(({ text }) => isStated(text, stated)).length,
    sentences: texts.length,
    right: texts.filter((text) => isStated(text, wanted)).length,
    words: texts.reduce((sum, text) => sum + wordsOf(text), 0),
    idealWords: ideal.reduce((sum, { text }) => sum + wordsOf(text), 0),
  }
}
