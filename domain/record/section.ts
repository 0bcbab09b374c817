import { confidenceOf, suggestionsFor } from './confidence.ts'
import type { Section, Sentence } from './record.ts'
import type { TemplateSection } from './templates.ts'

/** What the recogniser thinks of each line, by entry id; undefined where it does not say. */
type Recognition = ReadonlyMap<string, number | undefined>

const contentOf = (sentences: readonly Sentence[]): string => sentences.map((sentence) => sentence.text).join(' ')

/** A template's section with these sentences in it, whoever made them: confidence and suggestions follow from them. */
export function sectionOf(part: TemplateSection, id: string, sentences: Sentence[], recognition: Recognition): Section {
  const content = contentOf(sentences)
  return {
    id,
    key: part.key,
    canonical: part.canonical,
    title: part.title,
    content,
    original_content: content,
    order: part.order,
    ...confidenceOf({ sentences, recognition, expected: part.expected }),
    suggestions: suggestionsFor(content, part.expected),
    editable: true,
    sentences,
  }
}
