import type { Part } from '#domain/dialogue/tagger/labels.ts'
import { canonicalOf } from '../parts.ts'
import { type Specialty, specialties } from '../specialty.ts'
import { cardiology } from './cardiology.ts'
import { emergency } from './emergency.ts'
import { general } from './general.ts'
import { gynecology } from './gynecology.ts'
import { neurology } from './neurology.ts'
import { orthopedics } from './orthopedics.ts'
import type { TemplatePart, TemplateSection } from './part.ts'
import { pediatrics } from './pediatrics.ts'
import { psychiatry } from './psychiatry.ts'
import { returnVisit } from './return-visit.ts'

export type Template = { specialty: Specialty; sections: readonly TemplateSection[] }

const written: Record<Specialty, readonly TemplatePart[]> = {
  general,
  cardiology,
  pediatrics,
  psychiatry,
  neurology,
  orthopedics,
  emergency,
  gynecology,
  return_visit: returnVisit,
}
const templates = new Map(
  specialties.map((specialty): [Specialty, Template] => [
    specialty,
    { specialty, sections: written[specialty].map((part, index) => ({ ...part, order: index + 1 })) },
  ]),
)

export const templateOf = (specialty: Specialty): Template => templates.get(specialty) as Template

/**
 * The section for a sentence of this part of the note. Among sections with the same canonical part: the one of that
 * part, else the first whose `takes` matches the plain text, else the one that has neither.
 */
export function placeOf(template: Template, part: Part, text: string): TemplateSection {
  const sections = template.sections.filter(({ canonical }) => canonical === canonicalOf(part))
  const place =
    sections.find((section) => section.part === part) ??
    sections.find(({ takes }) => takes?.test(text)) ??
    sections.find((section) => !section.takes && !section.part)
  return place as TemplateSection
}
