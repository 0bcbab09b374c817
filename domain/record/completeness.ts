import { suggestionsFor } from './confidence.ts'
import type { Specialty } from './specialty.ts'
import { templateOf } from './templates/template.ts'

/** What a complete record of the specialty would still say. About completeness only: never a reason to block. */
export function completenessIssues(
  specialty: Specialty,
  sections: readonly { key: string; content: string }[],
): string[] {
  return templateOf(specialty).sections.flatMap((part) => {
    const content = sections
      .filter((section) => section.key === part.key)
      .map((section) => section.content)
      .join(' ')
      .trim()
    if (content !== '') return suggestionsFor(content, part.expected)
    return part.expected.length > 0 ? suggestionsFor('', part.expected) : [`${part.title}: seção vazia.`]
  })
}
