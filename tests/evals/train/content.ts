// The content of a sentence of a note: stems of its words, with everyday words as the clinical ones.
import { mentionsIn } from '#domain/record/lexicon/lexicon.ts'
import { quantitiesIn } from '#domain/record/safety/numbers.ts'
import { isLight, tokensOf } from '#domain/record/safety/words.ts'

/** Words of a note that carry other words. */
const carrying = /^(refer|relat|apresent|paciente|quadro|uso|usa|toma|dia|cerca)/

/** Concepts, numbers and stems of the words that the text states. */
export function contentOf(text: string): Set<string> {
  const tokens = tokensOf(text)
  const mentions = mentionsIn(tokens)
  const quantities = quantitiesIn(tokens)
  const inside = (at: number, list: readonly { from: number; to: number }[]) =>
    list.some(({ from, to }) => at >= from && at < to)
  return new Set([
    ...mentions.map(({ concept }) => `concept ${concept.note}`),
    ...quantities.map(({ value }) => `number ${value}`),
    ...tokens.flatMap((token, at) =>
      token.kind !== 'word' || isLight(token.word) || carrying.test(token.word) || inside(at, quantities)
        ? []
        : [`stem ${token.stem.slice(0, 5)}`],
    ),
  ])
}
