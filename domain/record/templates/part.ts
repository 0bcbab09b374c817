import type { CanonicalKey } from '../record.ts'

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
