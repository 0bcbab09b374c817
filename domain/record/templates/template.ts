import type { CanonicalKey } from '../record.ts'
import { type Specialty, specialties } from '../specialty.ts'
import { cardiology } from './cardiology.ts'
import { emergency } from './emergency.ts'
import { general } from './general.ts'
import { neurology } from './neurology.ts'
import { orthopedics } from './orthopedics.ts'
import { pediatrics } from './pediatrics.ts'
import { psychiatry } from './psychiatry.ts'

/** What a complete section speaks of. About completeness, never conduct. Patterns read plain text. */
export type Expected = {
  name: string
  /** Of the section's own text. */
  said: RegExp
  /** Of a line, of another section or of an earlier note, where `said` would take something else for it. */
  elsewhere?: RegExp
  /** What was noted for this consultation tells it, too. */
  noted?: true
  suggestion: string
}
export type TemplateSection = {
  key: string
  title: string
  canonical: CanonicalKey
  order: number
  /** What belongs here: shown as help, and said to a language model. */
  belongs: string
  expected: readonly Expected[]
  /** A record is complete without it. */
  optional?: true
  /** Where several sections share a canonical part: the plain text of a sentence that goes to this one. */
  takes?: RegExp
}
/** A section as a specialty's file writes it; its place in the list is its order. */
export type TemplatePart = Omit<TemplateSection, 'order'>
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
 * The section a sentence goes to, by its plain text: of those that share its canonical part the first that takes it, else
 * the one that takes whatever there is, else the last.
 */
export function placeOf(template: Template, canonical: CanonicalKey, text: string): TemplateSection {
  const parts = template.sections.filter((part) => part.canonical === canonical)
  const place = parts.find((part) => part.takes?.test(text)) ?? parts.find((part) => !part.takes) ?? parts.at(-1)
  return place as TemplateSection
}
