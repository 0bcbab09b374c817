import { confidenceOf, suggestionsFor } from '#domain/record/confidence.ts'
import type { Section, Sentence } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { templateOf } from '#domain/record/templates.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

/** Whatever structured it: evidence that is no line of this transcript proves nothing, and confidence is computed here. */
export function provenBy(
  entries: readonly TranscriptEntry[],
  sections: readonly Section[],
  specialty: Specialty,
): Section[] {
  const recognition = new Map(entries.map((entry) => [entry.id, entry.confidence]))
  const template = templateOf(specialty)
  return sections.map((section) => {
    const sentences = section.sentences.map((sentence): Sentence => {
      const evidence = sentence.evidence.filter((id) => recognition.has(id))
      return { ...sentence, evidence, proof: evidence.length > 0 ? 'transcript' : 'none' }
    })
    const expected = template.sections.find((part) => part.key === section.key)?.expected ?? []
    const suggestions = suggestionsFor(section.content, expected)
    return { ...section, sentences, suggestions, ...confidenceOf({ sentences, recognition, expected }) }
  })
}
