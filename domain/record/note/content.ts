// The content of a sentence: what two sentences are compared by.
import { remembered } from '../../remembered.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { spelledOut } from '../lexicon/shorts.ts'
import { quantitiesIn } from '../safety/numbers.ts'
import { deniers, isLight, tokensOf } from '../safety/words.ts'

/** Words that carry other words in a note. */
const carrying = /^(refer|relat|apresent|paciente|quadro|uso|usa|toma|dia|cerca|nega|neg)/

/** The concepts, numbers and stems of the words that the text states. Denials and carrying words are left out. */
export const contentOf = remembered((text: string): ReadonlySet<string> => {
  const tokens = tokensOf(spelledOut(text))
  const mentions = mentionsIn(tokens)
  const quantities = quantitiesIn(tokens)
  const inside = (at: number, list: readonly { from: number; to: number }[]) =>
    list.some(({ from, to }) => at >= from && at < to)
  return new Set([
    ...mentions.map(({ concept }) => `concept ${concept.note}`),
    ...quantities.map(({ value }) => `number ${value}`),
    ...tokens.flatMap((token, at) =>
      token.kind !== 'word' ||
      isLight(token.word) ||
      deniers.has(token.word) ||
      carrying.test(token.word) ||
      inside(at, quantities)
        ? []
        : [`stem ${token.stem.slice(0, 5)}`],
    ),
  ])
})

/** The share, from 0 to 1, of the content that the other has; 1 where there is no content. */
export function shareIn(content: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (content.size === 0) return 1
  let shared = 0
  for (const one of content) if (other.has(one)) shared += 1
  return shared / content.size
}

/** Set by hand; tests/workers/structuring-parts.test.ts has the cases it must tell apart. */
const ABOUT = 0.3
/** Whether the other text shares enough of this one's content to be about the same. */
export const isAbout = (text: string, other: string): boolean => shareIn(contentOf(text), contentOf(other)) >= ABOUT
