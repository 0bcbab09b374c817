import type { Part } from '#domain/dialogue/tagger/labels.ts'
import type { CanonicalKey } from '../record.ts'

/** A fact that a complete section contains. Only completeness, never conduct. Patterns match plain text. */
export type Expected = {
  name: string
  /** Matches the section's own text. */
  pattern: RegExp
  /** Matches lines, other sections and earlier notes, where `pattern` would match something else. */
  elsewhere?: RegExp
  /** An earlier note counts too. */
  noted?: true
  suggestion: string
}
export type TemplateSection = {
  key: string
  title: string
  canonical: CanonicalKey
  order: number
  /** The content of the section: shown as help, and sent to a language model. */
  belongs: string
  expected: readonly Expected[]
  /** A record is complete without it. */
  optional?: true
  /** The section holds every sentence of this part of the note. */
  part?: Part
  /** Chooses among sections with the same canonical part: matches the plain text of its sentences. */
  takes?: RegExp
}
/** A section as a specialty's file writes it; the list gives its order. */
export type TemplatePart = Omit<TemplateSection, 'order'>
