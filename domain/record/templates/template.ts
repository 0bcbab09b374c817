import type { CanonicalKey } from '../record.ts'
import { type Specialty, specialties } from '../specialty.ts'
import { cardiology } from './cardiology.ts'
import { emergency } from './emergency.ts'
import { general } from './general.ts'
import { neurology } from './neurology.ts'
import { orthopedics } from './orthopedics.ts'
import type { TemplatePart, TemplateSection } from './part.ts'
import { pediatrics } from './pediatrics.ts'
import { psychiatry } from './psychiatry.ts'

export type Template = { specialty: Specialty; sections: readonly TemplateSection[] }

const written: Record<Specialty, readonly TemplatePart[]> = {
  general,
  cardiology,
  pediatrics,
  psychiatry,
  neurology,
  orthopedics,
  emergency,
}
const templates = new Map(
  specialties.map((specialty): [Specialty, Template] => [
    specialty,
    { specialty, sections: written[specialty].map((part, index) => ({ ...part, order: index + 1 })) },
  ]),
)

export const templateOf = (specialty: Specialty): Template => templates.get(specialty) as Template

/**
 * The section for a sentence, by its plain text. Among sections with the same canonical part: the first whose `takes`
 * matches, else the one without `takes`, else the last.
 */
export function placeOf(template: Template, canonical: CanonicalKey, text: string): TemplateSection {
  const parts = template.sections.filter((part) => part.canonical === canonical)
  const place = parts.find((part) => part.takes?.test(text)) ?? parts.find((part) => !part.takes) ?? parts.at(-1)
  return place as TemplateSection
}
