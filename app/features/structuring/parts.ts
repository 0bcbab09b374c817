import type { Section } from '#domain/record/record.ts'

type Part = { text: string; sentence: number | null }

/** The content cut into its sentences and whatever stands between them. */
export function partsOf({ content, sentences }: Pick<Section, 'content' | 'sentences'>): Part[] {
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
