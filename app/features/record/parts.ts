import type { Section } from '#domain/record/record.ts'

type Part = { text: string; sentence: number | null }
type Cut = Pick<Section, 'content' | 'sentences'>

/** Splits the content into its sentences and the text between them. */
export function partsOf({ content, sentences }: Cut): Part[] {
  const parts: Part[] = []
  let from = 0
  sentences.forEach(({ text }, index) => {
    const at = content.indexOf(text, from)
    if (text === '' || at < 0) return
    if (at > from) parts.push({ text: content.slice(from, at), sentence: null })
    parts.push({ text, sentence: index })
    from = at + text.length
  })
  if (from < content.length) parts.push({ text: content.slice(from), sentence: null })
  return parts
}

/** The content without one sentence and the space beside it. */
export const withoutSentence = (section: Cut, sentence: number): string =>
  partsOf(section)
    .filter((part) => part.sentence !== sentence)
    .map((part) => part.text)
    .join('')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .trim()

/** The index in the content at which a sentence starts. */
export function startOf(section: Cut, sentence: number): number {
  let at = 0
  for (const part of partsOf(section)) {
    if (part.sentence === sentence) return at
    at += part.text.length
  }
  return at
}
